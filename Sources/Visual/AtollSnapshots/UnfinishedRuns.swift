/// Marks in a store's work folder of runs that have begun, but not finished.
///
/// After such a run, some pending output is of this run and some of earlier ones.
package enum UnfinishedRuns {
  private static func folder(inStore store: String) -> String {
    "\(store)/\(RunRecord.folderName)/unfinished"
  }

  /// Returns the names of the runs that have not finished.
  package static func names(inStore store: String) throws(SnapshotError) -> [String] {
    // The name of a suite may have a `/`.
    try StoreFiles.list(folder(inStore: store))
  }

  /// Marks a run as unfinished; this is called before the run writes any output.
  package static func add(_ runName: String, inStore store: String) throws(SnapshotError) {
    try StoreFiles.replace("\(folder(inStore: store))/\(runName)", with: [])
  }

  /// Removes the mark of a run that has finished.
  ///
  /// A complete run of a whole suite also removes the marks of the suite's parts.
  package static func remove(for record: RunRecord, inStore store: String) throws(SnapshotError) {
    let isWholeRun = record.isComplete && !RunRecord.isShard(runName: record.runName)
    for name in try names(inStore: store)
    where name == record.runName || isWholeRun && RunRecord.suite(ofRun: name) == record.suite {
      try StoreFiles.remove("\(folder(inStore: store))/\(name)")
    }
  }
}
