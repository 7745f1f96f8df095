import Foundation
import PackagePlugin

/// A build plugin that turns a folder of plain files into one Swift file of literals, for the
/// module that owns the folder.
///
/// The folder is `Data` in the module's own folder, except for the four modules named below.
@main
struct EmbedFilesPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let moduleFolder = target.directoryURL
    let embedded: [(folder: URL, name: String)] =
      switch target.name {
      case "AtollTheming": [(root.appending(path: "Styles"), "EmbeddedStyles")]
      case "AtollTemplating": [(root.appending(path: "Templates"), "EmbeddedTemplates")]
      case "AtollCommand":
        ["Demo", "Help"].map { (moduleFolder.appending(path: $0), "Embedded\($0)") }
      case "CoralClient": [(moduleFolder.appending(path: "Operations"), "EmbeddedOperations")]
      default: [(moduleFolder.appending(path: "Data"), "EmbeddedData")]
      }
    return try embedded.map { folder, name in
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name).swift")
      // The folders are inputs, too; otherwise, an incremental build would not notice a new file.
      let inputs =
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
      return .buildCommand(
        displayName: "Embedding \(folder.lastPathComponent)",
        executable: try context.tool(named: "AtollEmbedFiles").url,
        arguments: [folder.path, name, output.path]
          + (target.name == "AtollLayout" ? ["--languages"] : []),
        inputFiles: [folder] + inputs, outputFiles: [output])
    }
  }
}
