import AtollOperatingSystem
package import AtollSnapshots

/// The source files of a suite's output: themes, templates, stories, pages and the suite itself.
struct SourceFiles {
  /// The files and folders, by their paths below the root of the suite.
  let paths: [String]
  /// The path of the suite's file below the root.
  let suitePath: String

  /// The maximum number of files that are read in a folder; others are ignored.
  private static let maximumFileCount = 2_000

  init(of run: SuiteRun) {
    // The root is the folder that holds the suite's folder.
    suitePath = absolutePath(run.suite.file).split(separator: "/").suffix(2).joined(separator: "/")
    var paths = Set([suitePath])
    for suiteCase in run.suite.cases {
      switch suiteCase.source {
      case .demo: break
      case .story(let files), .digest(let files): paths.formUnion(files)
      // Style sheets are in the page's folder, or below it.
      case .html(let page):
        paths.insert(page.utf8.contains(UInt8(ascii: "/")) ? folderOfFile(page) : page)
      }
      if let root = suiteCase.siteRoot { paths.insert(root) }
      paths.formUnion(suiteCase.styles)
      paths.formUnion([suiteCase.templates].compactMap(\.self))
    }
    self.paths = paths.filter(Self.isBelowRoot).sorted()
  }

  /// Returns whether a path stays below the root; a checkout has only such files.
  private static func isBelowRoot(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
  }

  func edits(fromRoot old: String, toRoot new: String) -> [SourceEdit] {
    var names: Set<String> = []
    for path in paths {
      for root in [old, new] {
        let files = (try? StoreFiles.list("\(root)/\(path)")) ?? []
        // A path without files below it is a file.
        names.formUnion(
          files.isEmpty ? [path] : files.prefix(Self.maximumFileCount).map { "\(path)/\($0)" })
      }
    }
    return names.sorted().flatMap { name -> [SourceEdit] in
      let before = (try? StoreFiles.contents(of: "\(old)/\(name)")) ?? []
      let after = (try? StoreFiles.contents(of: "\(new)/\(name)")) ?? []
      return before == after ? [] : SourceEdit.all(of: name, from: before, to: after)
    }
  }
}

extension Suite {
  /// Returns the paths of the suite's stories, pages, themes and templates, and of the style sheets
  /// next to its pages.
  ///
  /// Relative paths in the suite start at `root`.
  package func inputPaths(below root: String) -> [String] {
    var files: Set<String> = []
    var folders: Set<String> = []
    for suiteCase in cases {
      switch suiteCase.source {
      case .demo: break
      case .story(let paths), .digest(let paths): files.formUnion(paths)
      case .html(let page):
        files.insert(page)
        let folder = folderOfFile(page)
        let names = (try? StoreFiles.names(in: Self.path(folder, below: root))) ?? []
        files.formUnion(names.filter { $0.hasSuffix(".css") }.map { "\(folder)/\($0)" })
      }
      folders.formUnion(suiteCase.styles + [suiteCase.templates].compactMap(\.self))
    }
    let folderFiles = folders.flatMap { folder -> [String] in
      let path = Self.path(folder, below: root)
      return ((try? StoreFiles.list(path)) ?? []).map { "\(path)/\($0)" }
    }
    return files.map { Self.path($0, below: root) } + folderFiles
  }

  private static func path(_ path: String, below root: String) -> String {
    path.hasPrefix("/") ? path : "\(root)/\(path)"
  }
}
