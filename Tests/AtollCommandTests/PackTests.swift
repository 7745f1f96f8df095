import Foundation
import Testing

/// `atoll batch --store --pack`: many outputs in one file.
struct PackTests {
  /// A folder with `stories.ndjson`, and a shell function that draws it.
  private static func folder(_ count: Int = 9) throws -> URL {
    let folder = try Command.makeFolder()
    try Data(
      (0..<count).map { "\(BatchTests.story("s\($0)", comments: $0 % 5 + 1))\n" }.joined().utf8
    )
    .write(to: folder.appending(path: "stories.ndjson"))
    return folder
  }

  private static let draw = """
    draw() { atoll batch stories.ndjson --store store --no-sync -f fragment "$@" | grep -o '"stories".*[0-9]'; }
    """

  @Test(arguments: ["tar", "ndjson"])
  func keepsWhatFilesWouldHold(form: String) throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack \(form)
      atoll batch stories.ndjson --store files --no-sync -f fragment > /dev/null
      for key in s0 s4 s8; do cmp <(atoll store get store $key) <(atoll store get files $key); done
      atoll store verify store | cut -d ' ' -f 3-4
      ls store store/packs | sed 's/^[0-9a-f]*\\./PACK./'
      """, in: try Self.folder())
    #expect(
      outcome.output == """
        "stories":9,"drawn":9,"unchanged":0,"removed":0
        9 stories
        store:
        CURRENT
        change.json
        lock
        manifests
        packs
        tmp

        store/packs:
        PACK.\(form)

        """, "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func unpacksToWhatFilesWouldBe() throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack tar > /dev/null
      atoll batch stories.ndjson --store files --no-sync -f fragment > /dev/null
      mkdir unpacked && tar -xf store/packs/*.tar -C unpacked && diff -r unpacked files/objects && echo same
      python3 -c 'import glob, tarfile
      print([(m.mtime, m.uid, m.uname, m.mode) for m in tarfile.open(glob.glob("store/packs/*")[0])][:1])'
      """, in: try Self.folder())
    #expect(outcome.output == "same\n[(1, 0, '', 420)]\n", "\(outcome)")
    #expect(outcome.errors == "")
  }

  @Test func tellsWhereInAPackAnOutputStands() throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      for form in tar ndjson; do
        rm -rf store; draw --pack $form > /dev/null
        line=$(grep '"key":"s4"' store/manifests/*)
        field() { sed 's/.*"'$1'":"\\{0,1\\}\\([^",}]*\\).*/\\1/' <<< "$line"; }
        cut() { tail -c +$(($(field at) + 1)) store/packs/$(field pack) | head -c $(field length); }
        [[ $form == tar ]] || extract='import json, sys; sys.stdout.write(json.load(sys.stdin)["output"])'
        if [[ $form == tar ]]; then cut; else cut | python3 -c "$extract"; fi > output
        [[ $(sha256sum < output) == "$(field out)  -" ]] && echo found
      done
      """, in: try Self.folder())
    #expect(outcome.output == "found\nfound\n", "\(outcome)")
  }

  @Test(arguments: ["tar", "ndjson"])
  func makesTheSamePacksWithAnyNumberOfThreadsInAnyOrder(form: String) throws {
    let outcome = try Command.bash(
      """
      tac stories.ndjson > reversed.ndjson
      options=(--no-sync -f fragment --pack \(form) --max-pack 40000)
      atoll batch stories.ndjson --store a "${options[@]}" --threads 1 > /dev/null
      atoll batch reversed.ndjson --store b "${options[@]}" --threads 4 > /dev/null
      diff -r a b && echo same
      (($(ls a/packs | wc -l) > 3)) && (($(stat -c %s a/packs/* | sort -n | tail -n 1) < 41100)) && echo several
      atoll store verify a | cut -d ' ' -f 3-4
      """, in: try Self.folder(150))
    #expect(outcome.output == "same\nseveral\n150 stories\n", "\(outcome)")
  }

  @Test func packsOnlyWhatIsNew() throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack tar
      sed -i '2s/Text/Words/; 4s/"title":"T"/"title":"T" /' stories.ndjson
      draw --pack tar
      for pack in $(ls -t store/packs/*); do tar -tf $pack | wc -l; done
      atoll store diff store
      atoll store sweep store --keep 1 > /dev/null
      atoll store verify store | cut -d ' ' -f 3-4
      """, in: try Self.folder())
    #expect(
      outcome.output == """
        "stories":9,"drawn":9,"unchanged":0,"removed":0
        "stories":9,"drawn":2,"unchanged":7,"removed":0
        1
        9
        ~ s1
        9 stories

        """, "\(outcome)")
  }

  @Test(arguments: ["tar", "ndjson"])
  func givesUpAPackOfWhichLittleIsLeft(form: String) throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack \(form) > /dev/null
      sed -i '1,7s/Text/Words/' stories.ndjson
      draw --pack \(form); draw --pack \(form); draw --pack \(form)
      ls store/packs | wc -l
      atoll store verify store --all | cut -d ' ' -f 3-4
      atoll store sweep store --keep 1 > /dev/null
      ls store/packs | wc -l
      atoll store verify store | cut -d ' ' -f 3-4
      """, in: try Self.folder())
    #expect(
      outcome.output == """
        "stories":9,"drawn":7,"unchanged":2,"removed":0
        "stories":9,"drawn":0,"unchanged":9,"removed":0
        "stories":9,"drawn":0,"unchanged":9,"removed":0
        3
        9 stories
        9 stories
        9 stories
        2
        9 stories

        """, "\(outcome)")
  }

  @Test func noticesEveryByteOfAPackThatIsNotWhatWasStored() throws {
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack tar > /dev/null
      cp store/packs/*.tar whole
      damage() { cp whole store/packs/*.tar; printf x | dd of=$(ls store/packs/*) bs=1 seek=$1 conv=notrunc 2> /dev/null; }
      damage 700; atoll store verify store; echo $?
      damage 108; atoll store verify store; echo $?
      rm store/packs/*; atoll store verify store 2> /dev/null; echo $?
      draw --pack ndjson
      ls store/packs | cut -d . -f 2
      atoll store verify store | cut -d ' ' -f 3-4
      """, in: try Self.folder())
    #expect(
      outcome.output
        == "5\n5\n5\n\"stories\":9,\"drawn\":9,\"unchanged\":0,\"removed\":0\nndjson\n9 stories\n",
      "\(outcome)")
    #expect(outcome.errors.contains("its content has changed"))
    #expect(outcome.errors.contains("the content of the pack has changed"))
  }

  @Test func leavesLargeOutputsFilesOfTheirOwn() throws {
    let folder = try Self.folder(2)
    let file = folder.appending(path: "stories.ndjson")
    let stories = try String(contentsOf: file, encoding: .utf8)
    try Data((stories + BatchTests.story("large", comments: 5000)).utf8).write(to: file)
    let outcome = try Command.bash(
      """
      \(Self.draw)
      draw --pack ndjson
      wc -l < store/packs/*.ndjson; find store/objects -type f | wc -l
      atoll store get store large | head -c 16; atoll store verify store | cut -d ' ' -f 3-4
      """, in: folder)
    #expect(
      outcome.output.hasSuffix("\n2\n1\n<section class=\"3 stories\n") == true, "\(outcome)")
  }

  @Test func refusesToPackWithoutAStore() throws {
    let outcome = try BatchTests.batch("", "--pack", "tar")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--pack needs a store"))
  }
}
