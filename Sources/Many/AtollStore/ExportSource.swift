import AtollBytes
import AtollHashing

/// The names and contents of the files that an export makes from a run.
struct ExportSource {
  let store: SiteStore
  let run: StoredRun
  let settings: ExportSettings

  /// The media type of story files.
  var mediaType: String {
    switch settings.content {
    case .outputs: run.contentType
    case .counts: "application/json"
    }
  }

  /// Returns the name of a story's file; throws an error if another story's compressed file has the
  /// same name.
  func name(of story: StoredStory) throws -> String {
    let name = settings.name.fileName(ofKey: story.key)
    for encoding in settings.encodings.list where encoding != .identity {
      guard let file = encoding.plainFileName(for: name),
        let other = settings.name.key(ofFileNamed: file),
        try store.story(ofKey: other, in: run) != nil
      else { continue }
      let (key, otherKey) = (
        String(decoding: story.key, as: UTF8.self), String(decoding: other, as: UTF8.self)
      )
      throw Failure(
        .usage,
        message: "the file of the story '\(key)' and a compressed file of the story '\(otherKey)' "
          + "have the same name: \(name)", at: store.path, advice: "choose other names with --name")
    }
    return name
  }

  /// Returns the hash of the content of a story's file.
  func hash(of story: StoredStory) -> ContentHash {
    switch settings.content {
    case .outputs: story.outputHash
    case .counts: ContentHash(of: ExportContent.fileContent(ofCount: story.commentCount))
    }
  }

  /// Returns the content of a story's file; throws an error if an output does not match its hash.
  func content(of story: StoredStory) throws -> [UInt8] {
    switch settings.content {
    case .counts: ExportContent.fileContent(ofCount: story.commentCount)
    case .outputs: try store.checkedOutput(of: story)
    }
  }

  /// Returns whether a recorded file does not belong to the run.
  ///
  /// - Parameter lists: The names of the lists of the run.
  func isStale(_ file: ExportRecord.File, lists: Set<String>) throws -> Bool {
    guard let key = file.key else { return !lists.contains(file.name) }
    if try store.story(ofKey: key, in: run) == nil { return true }
    let name = settings.name.fileName(ofKey: key)
    return !settings.encodings.list.contains { $0.name(of: name) == file.name }
  }

  /// Throws an error if the file of a story, or the top-level folder above it, has the name of one
  /// of the lists.
  func checkNames(ofLists lists: [String], in target: String) throws {
    for list in lists { try checkName(ofList: list, in: target) }
  }

  private func checkName(ofList list: String, in target: String) throws {
    if settings.name.text.hasPrefix("\(list)/") {
      throw Failure(
        .usage, message: "the files of stories need a folder with the name of a list: \(list)",
        at: target, advice: "choose other names with --name")
    }
    guard let key = settings.name.key(ofFileOrFolderNamed: list),
      try store.story(ofKey: key, in: run) != nil
    else { return }
    let file = settings.name.fileName(ofKey: key)
    throw Failure(
      .usage,
      message: "the file of the story '\(String(decoding: key, as: UTF8.self))'"
        + (file == list ? " has" : ", \(file), needs") + " the name of a list: \(list)",
      at: target, advice: "choose other names with --name")
  }

  /// Returns the record of a list; `nil` if the target has no file with its name.
  ///
  /// Throws an error if a story of the run has a file with that name. The file of a story that has
  /// left the run is replaced by the list.
  func recordedList(named name: String, in record: ExportRecord) throws -> ExportRecord.File? {
    let file = try record.file(named: name)
    guard let file, file.key != nil else { return file }
    try checkName(ofList: name, in: record.target)
    return ExportRecord.File(name: name)
  }
}

extension SiteStore {
  /// Returns a list with the number of comments of each story: a JSON object.
  package func countsList(of run: StoredRun, named name: String) throws -> ExportList {
    var text = OutputBuffer(capacity: 1 << 17)
    text.append("{")
    var isFirst = true
    try forEachStory(in: run) { story in
      text.append(isFirst ? "\n" : ",\n")
      isFirst = false
      text.append(jsonString: String(decoding: story.key, as: UTF8.self))
      text.append(":")
      text.append(decimal: story.commentCount)
    }
    text.append("\n}\n")
    return ExportList(name: name, mediaType: "application/json", content: text.bytes())
  }

  /// Returns the next stories of a run after a key, ordered by key.
  func stories(
    in run: StoredRun, after key: [UInt8]?, atMost limit: Int
  ) throws -> [StoredStory] {
    var stories: [StoredStory] = []
    try forEachStory(in: run, after: key, limit: limit) { stories.append($0) }
    return stories
  }
}
