import Foundation
import Testing

/// `atoll store export`, and the lists that name what it writes.
struct ExportCommandTests {
  /// A folder with a store of stories with odd keys.
  private static func folder() throws -> URL {
    let folder = try Command.makeFolder()
    let stories = ["plain", ".dot", "a b/c", "50%", "é?"].map { BatchTests.story($0) }
    try Data(stories.map { "\($0)\n" }.joined().utf8)
      .write(to: folder.appending(path: "stories.ndjson"))
    let outcome = try Command.bash(
      "atoll batch stories.ndjson --store store -f fragment --no-sync", in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    return folder
  }

  @Test func allListsHaveTheSameAddresses() throws {
    let outcome = try Command.bash(
      """
      atoll store export store public --json --address https://example.com/c/ \\
        | grep -o '"address":"[^"]*"' | cut -d '"' -f 4 > exported
      atoll store diff store --purge='https://example.com/c/{key}.html' > purged
      atoll store index store lists --stories https://example.com/c/ --address https://example.com/l/
      grep -o '<loc>[^<]*' lists/sitemap-1.xml | cut -c 6- | sed 's/&#37;/%/g' > listed
      cmp exported purged && cmp exported listed && cat purged
      atoll store diff store --purge='https://example.com/c/{key}.html' --purge-form cloudfront | grep -c '/c/%252edot.html'
      """, in: try Self.folder())
    #expect(
      outcome.output == """
        6 files written, 0 removed, 0 unchanged
        https://example.com/c/%252edot.html
        https://example.com/c/50%2525.html
        https://example.com/c/a%2520b%252fc.html
        https://example.com/c/plain.html
        https://example.com/c/%25c3%25a9%253f.html
        1

        """, "\(outcome)")
  }

  @Test func decodersReadTheSiblings() throws {
    let outcome = try Command.bash(
      """
      atoll store export store public --precompress gzip,br --json | grep -c '"gzip":"[^"]*.gz","br":"[^"]*.br"'
      cat > decode.py <<'END'
      import ctypes, glob, gzip, os
      brotli = ctypes.CDLL("libbrotlidec.so.1")
      for name in glob.glob("public/*.html") + glob.glob("public/.*.html"):
          text = open(name, "rb").read()
          sent = open(name + ".br", "rb").read()
          out = ctypes.create_string_buffer(len(text) + 1)
          count = ctypes.c_size_t(len(out))
          done = brotli.BrotliDecoderDecompress(ctypes.c_size_t(len(sent)), sent, ctypes.byref(count), out)
          assert done == 1 and out.raw[:count.value] == text and len(sent) < len(text) / 3, name
          assert gzip.decompress(open(name + ".gz", "rb").read()) == text
          print("right")
      END
      python3 decode.py
      atoll store export store public --precompress br | cut -d , -f 1
      ls public | grep -c gz
      atoll store export store public --precompress zip 2>&1 | grep -c "the values are gzip, br"
      """, in: try Self.folder())
    #expect(
      outcome.output == """
        5
        right
        right
        right
        right
        right
        5 files written
        0
        1

        """, "\(outcome)")
  }
}
