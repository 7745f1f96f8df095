import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import AtollOperatingSystem

/// The work of `atoll render` with `--pages` or `--page-bytes`: it writes a folder of files.
enum PagedRenderRun {
  static func run(_ arguments: StoryArguments) throws {
    guard let folder = Destination(arguments.output).path else {
      throw Failure(
        commandLine: "--pages writes several files", advice: "name a folder for them: add -o DIR")
    }
    if case .file(let path) = arguments.report,
      resolvedPath(folderOfFile(path)) == resolvedPath(folder)
    {
      throw Failure(
        commandLine:
          "the folder of the pages is replaced as a whole, and --report=\(path) is in it",
        advice: "write the report to another folder")
    }
    // The files are written below; the run must not open the folder as a file.
    var arguments = arguments
    arguments.output = nil
    if arguments.format == nil { arguments.format = .rendering(.page) }
    let context = TerminalContext()
    let options = try arguments.options(in: context)
    let renderer = try RenderRun.renderer(for: arguments.display, options: options)
    try OutputFolder.check(
      folder, containsOnly: PageFile.isFileName, including: PageFile.addressesName,
      beginningWith: PageFile.beginningOfAddresses, describedAs: "one of the pages",
      apartFrom: arguments.protectedInputs)
    var run = try StoryRun(arguments, options: options, in: context)
    try run.throwIfStrict()
    try run.endIfNothingIsNew()
    let replacement = try OutputFolder.begin(folder)
    let bytesWritten = try write(using: renderer, in: &run, into: replacement)
    try run.throwIfStrict()
    if arguments.printsHeaders { try run.printHeaders(renderer.headers(for: run.story)) }
    try OutputFolder.finish(replacement, at: folder)
    try run.finish(bytesWritten: bytesWritten)
  }

  /// Writes all files, and returns their total size in bytes.
  private static func write(
    using renderer: Renderer, in run: inout StoryRun, into folder: borrowing ReplacementFolder
  ) throws -> Int {
    var workspace = Workspace()
    var bytesWritten = 0
    let report = try renderer.preparePages(of: run.story).write(using: &workspace) {
      name, content in
      if BlockedSignals.isAnyPending { throw CommandEnding.silent(.interrupted) }
      try attributingWriteErrors(to: name) { try folder.write(content, as: name) }
      bytesWritten += content.count
      run.showProgress(Progress.Step(name: "writing", done: bytesWritten))
    }
    run.add(report)
    return bytesWritten
  }
}
