import Testing

/// `atoll store forget`.
struct ForgetTests {
  @Test func reportsAnErasureThatAnotherProcessBlocks() throws {
    let folder = try Command.makeFolder()
    let outcome = try Command.bash(
      """
      story() { echo '{"atoll":1,"story":{"id":"'$1'"},"comments":[{"id":"0","body":"'$2'"}]}'; }
      batch() { { story a "$1"; story b "$2"; } | atoll batch -f text --store site.db > batch; }
      batch 'Secret Ann' one; batch 'Secret Ann' two
      mkfifo queries
      sqlite3 site.db < queries > read & exec 3> queries
      echo 'begin; select count(*) from story;' >&3; until [[ -s read ]]; do sleep 0.05; done
      atoll store forget site.db --text 'Secret Ann' --max-removed 1; echo $?
      atoll store list site.db
      exec 3>&-; wait
      atoll store list site.db
      grep -c 'Secret Ann' site.db*
      """, in: folder)
    #expect(
      outcome.output == """
        - a
        1 story, 1 of them in the current run; 1 output, 59 bytes erased
        75
        b  1 comment  
        b  1 comment  
        0

        """, "\(outcome)")
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2, "\(outcome)")
    #expect(errors.first?.contains("another process has the store open") == true)
    #expect(errors.last?.hasPrefix("site.db: warning: an erasure is not finished") == true)
  }
}
