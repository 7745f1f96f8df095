import AtollBodyText
import AtollBytes
public import AtollComments
import AtollHTMLOutput
import AtollLayout
import AtollMarkupWriting

/// One file of a thread that is divided into pages.
public struct PageFile: Sendable {
  /// The name of the file, such as `page-2.html`.
  public var name: String
  /// The content of the file.
  public var bytes: [UInt8]

  /// The name of the file with the addresses of all comments; every divided thread has this file.
  package static let addressesName = CommentAddresses.jsonFileName
  /// The beginning of the file named `addressesName`.
  package static let beginningOfAddresses = #"{"pages":["#

  /// Returns whether a file with this name can belong to a thread that is divided into pages.
  public static func isFileName(_ name: String) -> Bool {
    switch name {
    case PageName.listFileName, CommentAddresses.jsonFileName, CommentAddresses.nginxFileName: true
    case _: PageName.isPage(name)
    }
  }
}

/// A renderer of one story as pages that link to one another.
struct PagesRenderer: ~Copyable {
  let options: Options
  let markup: WriterConfiguration.Markup
  let wholeList: BlockList
  private let address: SafeURL?
  /// The address of the folder with the pages; `nil` if pages have no canonical links.
  private let canonicalFolder: SafeURL?

  /// Creates a renderer for the blocks of a story, which are laid out once for all pages.
  ///
  /// `address` is the address of the folder with the pages, if it is known.
  init(
    _ wholeList: BlockList, markup: WriterConfiguration.Markup, options: Options,
    at address: SafeURL?
  ) {
    self.options = options
    self.markup = markup
    self.wholeList = wholeList
    self.address = address
    canonicalFolder = options.addresses.canonical == .none ? nil : address
  }

  /// Passes every file to `sink`: the pages in order, the list of pages and the address tables.
  mutating func write<SinkError: Error>(
    using workspace: inout Workspace, into sink: PageSink<SinkError>
  ) throws(SinkError) -> Report {
    let thread = divideThread(using: &workspace)
    let pageList = wholeList.page(0, of: thread)
    var report = Report()
    var addresses = CommentAddresses(
      pageList, thread: thread, addresses: markup.templates.settings.addresses, folder: address)
    for number in 1...thread.pages.count {
      let page = wholeList.page(number, of: thread)
      report.add(write(page, using: &workspace))
      let name = PageName.fileName(ofPage: number, in: page)
      if case .bytes(let limit) = options.pageLimit, workspace.output.count > limit {
        report.diagnosticList.add(
          .pageTooLarge,
          message:
            "\(name) has \(workspace.output.count) bytes, more than the limit of \(limit); written anyway",
          at: .input)
      }
      addresses.add(page, number: number)
      try workspace.flush(as: name, to: sink)
    }
    var writer = HTMLWriter(
      markup.templates, list: pageList, options: writerOptions(for: pageList).options)
    writer.writePageList(&workspace.output)
    try workspace.flush(as: PageName.listFileName, to: sink)
    try addresses.finish(to: sink)
    return report
  }

  /// Returns the options for one page.
  ///
  /// They depend only on that page, so that a new comment does not change the other pages.
  private func writerOptions(
    for page: BlockList
  ) -> (options: HTMLWriter.Options, diagnostics: DiagnosticList) {
    var options = HTMLWriter.Options()
    let isList = page.pagination?.number == 0
    let contents = page.contents(narrowDepth: markup.templates.settings.narrowDepth)
    options.style = markup.styles.element(
      for: isList ? contents : contents.union(.typicalThreadPage))
    let data = markup.structuredData?.chosenKind(for: page)
    options.structuredDataKind = data?.kind
    if let subject = markup.structuredData?.subject { options.subject = subject }
    options.pagesAddress = canonicalFolder
    // Only the first page reports the diagnostics, since they would be the same on every page.
    var diagnostics = DiagnosticList()
    if page.pagination?.number == 1, let data { diagnostics = data.diagnostics }
    return (options, diagnostics)
  }

  private mutating func write(_ page: BlockList, using workspace: inout Workspace) -> Report {
    let (writerOptions, diagnostics) = writerOptions(for: page)
    var writer = HTMLWriter(
      markup.templates, list: page, options: writerOptions, in: workspace.takeHTMLScratch())
    var report = page.write(
      with: &writer, options: options, bodies: &workspace.bodies, to: &workspace.output
    ) { _ in }
    report.diagnosticList.add(contentsOf: diagnostics)
    workspace.recycle(writer.takeScratch())
    return report
  }

  // MARK: Dividing

  private mutating func divideThread(using workspace: inout Workspace) -> ThreadPages {
    switch options.pageLimit {
    case .bytes(let limit): divideThread(bytes: limit, using: &workspace)
    case .comments(let limit): ThreadPages(wholeList, sizes: PageSizes(comments: limit))
    case nil: ThreadPages(wholeList, sizes: PageSizes(comments: Int.max))
    }
  }

  /// The bytes reserved on each page for what is not measured: the names of the authors of folded
  /// replies, and page numbers.
  private static let reservedBytes = 2_000
  /// The bytes taken by the elements around a group of replies, and by an ancestor that a later
  /// page repeats in short form.
  private static let (groupSize, ancestorSize) = (200, 1_000)
  /// The maximum number of times that a thread is divided again because a page is too large.
  private static let maximumAttempts = 8

  /// Divides the thread according to the sizes of its comments.
  ///
  /// The size of a comment and the room on a page do not depend on comments that are added later,
  /// so comments stay on their pages. Sizes are estimated high. If a page is too large
  /// nevertheless, the thread is divided again into smaller pages.
  private mutating func divideThread(bytes limit: Int, using workspace: inout Workspace)
    -> ThreadPages
  {
    let blockSizes = measureBlocks(using: &workspace)
    var capacity = max(1, limit - measureFrame(using: &workspace))
    func divide() -> ThreadPages {
      ThreadPages(
        wholeList, sizes: PageSizes(bytes: capacity, repeatedCommentSize: Self.ancestorSize),
        blockSizes: blockSizes)
    }
    var thread = divide()
    for _ in 0..<Self.maximumAttempts {
      let excess = maximumExcess(over: limit, of: thread, using: &workspace)
      guard excess > 0, capacity > 1 else { break }
      capacity = max(1, capacity - excess)
      thread = divide()
    }
    return thread
  }

  /// Returns the maximum size of a page without its comments, in bytes.
  private mutating func measureFrame(using workspace: inout Workspace) -> Int {
    let frame = wholeList.pageWithoutComments
    _ = write(frame, using: &workspace)
    let size = workspace.output.count
    workspace.output.clear()
    let style = writerOptions(for: frame).options.style
    return size - style.element.count + markup.styles.largestElement.element.count
      + Self.reservedBytes
  }

  /// Returns the number of bytes that each block takes on a page, with its structured data.
  private mutating func measureBlocks(using workspace: inout Workspace) -> [Int] {
    var writer = HTMLWriter(
      markup.templates, list: wholeList, options: writerOptions(for: wholeList).options)
    workspace.bodies.begin(with: options, server: wholeList.header.server)
    var blockSizes: [Int] = []
    blockSizes.reserveCapacity(wholeList.blocks.count)
    for index in wholeList.blocks.indices {
      workspace.bodies.read(at: index, of: wholeList)
      writer.writeAlone(blockAt: index, body: workspace.bodies.text, to: &workspace.output)
      blockSizes.append(workspace.output.count + Self.groupSize)
      workspace.output.clear()
    }
    return blockSizes
  }

  /// Returns the number of bytes by which the largest page with several comments exceeds the limit,
  /// or 0.
  private mutating func maximumExcess(
    over limit: Int, of thread: ThreadPages, using workspace: inout Workspace
  ) -> Int {
    var excess = 0
    for number in 1...thread.pages.count where thread.pages[number - 1].commentCount > 1 {
      _ = write(wholeList.page(number, of: thread), using: &workspace)
      excess = max(excess, workspace.output.count - limit)
      workspace.output.clear()
    }
    return excess
  }
}

/// A function that takes each file of a divided thread, with its name and content.
public typealias PageSink<SinkError: Error> = (_ name: String, _ content: Span<UInt8>)
  throws(SinkError) -> Void

/// A story that was checked against the options of a renderer for linked pages.
///
/// Writing the story fails only if the function that takes the files fails.
public struct PreparedPages: Sendable {
  fileprivate let renderer: Renderer
  fileprivate let markup: WriterConfiguration.Markup
  fileprivate let story: Story
  fileprivate let address: SafeURL?

  /// Passes each file to `sink` in a fixed order.
  ///
  /// The files are the pages, `index.html` with a list of them, and two tables with the address of
  /// each comment. An error that `sink` throws ends the rendering.
  public func write<SinkError: Error>(
    using workspace: inout Workspace, into sink: PageSink<SinkError>
  ) throws(SinkError) -> Report {
    let options = renderer.options
    let wholeList = BlockList(
      story, options: renderer.layout, selecting: options.selection(in: story, focus: nil),
      in: &workspace.trees)
    var pagesRenderer = PagesRenderer(wholeList, markup: markup, options: options, at: address)
    return try pagesRenderer.write(using: &workspace, into: sink)
  }
}

extension Renderer {
  /// Checks that a story fits the options of linked pages.
  ///
  /// `options.pageLimit` says how large a page may be.
  public func preparePages(of story: Story) throws(AtollError) -> PreparedPages {
    guard options.pageLimit != nil, case .markup(let markup) = configuration else {
      throw AtollError(
        .options,
        message: "a thread is divided into pages only by a limit, and the options have none",
        advice: "set the limit of a page")
    }
    return PreparedPages(
      renderer: self, markup: markup, story: options.applyingPseudonyms(to: story),
      address: try options.checkedPagesAddress())
  }

  /// Renders a story as pages that link to one another.
  public func renderPages(_ story: Story) throws(AtollError) -> RenderedPages {
    let pages = try preparePages(of: story)
    var workspace = Workspace()
    var files: [PageFile] = []
    let report = pages.write(using: &workspace) { name, content in
      files.append(PageFile(name: name, bytes: Array(content)))
    }
    return RenderedPages(files: files, report: report)
  }
}

extension Report {
  /// Adds the report of another page of the same thread.
  mutating func add(_ page: Report) {
    commentCount += page.commentCount
    blockCount += page.blockCount
    diagnosticList.add(contentsOf: page.diagnosticList)
  }
}

extension Workspace {
  /// Passes the output to `sink` as a file, and keeps the memory for the next file.
  mutating func flush<SinkError: Error>(
    as name: String, to sink: PageSink<SinkError>
  ) throws(SinkError) {
    try flush { (content) throws(SinkError) in try sink(name, content) }
  }
}
