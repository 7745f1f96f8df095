import Atoll
import AtollArguments
import AtollBytes
import AtollOperatingSystem
import AtollPreview

struct PreviewArguments: CommandArguments {
  var common = CommonArguments()
  var folder = "."
  var style: String?
  var templateFolder: String?
  var threadFile: String?
  var port = 8642
  var mail = MailOptions()
}

extension CommandTable {
  static let preview = Command(
    "preview", summary: "Show a theme and templates in a browser while they are edited.",
    arguments: PreviewArguments(),
    operand: Operand(
      "DIR", as: .folder, count: 0...1, to: \.folder,
      help: "The folder with the files that are edited; the current one if none is given."),
    options: [
      .optional(
        "style", placeholder: "NAME", as: .style, to: \.style, group: .appearance,
        help: "The theme: a built-in one, or a folder.", default: "found in DIR, or ign"),
      .optional(
        "templates", placeholder: "DIR", as: .folder, to: \.templateFolder, group: .appearance,
        help: "The folder of templates.", default: "found in DIR, or those built in"),
      .optional(
        "thread", placeholder: "FILE", as: .file, to: \.threadFile, group: .input,
        help: "The thread.",
        default: "found in DIR, or the demo"),
      MailOptions.allow.nested(at: \PreviewArguments.mail),
      .value(
        "port", placeholder: "N", as: .count(0...65_535), to: \.port,
        help: "The port of the address; 0 chooses a free one.", default: "8642"),
      .quiet,
    ]
  ) { arguments in try PreviewCommand.run(arguments) }
}

enum PreviewCommand {
  /// The interval at which the files are checked for changes, in milliseconds.
  private static let pollingInterval = 20

  static func run(_ arguments: PreviewArguments) throws {
    let sources = try PreviewSources(arguments)
    var server = try listen(at: arguments.port)
    var site = PreviewSite(name: sources.name)
    var stamps = sources.stamps()
    update(&site, from: sources)
    try Console(arguments.common).print("http://127.0.0.1:\(server.port)/\n")
    do {
      try server.run(
        interval: pollingInterval,
        tick: {
          let new = sources.stamps()
          if new == stamps { return nil }
          stamps = new
          update(&site, from: sources)
          return site.stateJSON
        },
        greeting: { site.stateJSON },
        answer: { site.response(to: $0.path) })
    } catch {
      throw Failure(.inputOutput, message: "the server has failed: \(error.message)")
    }
  }

  private static func listen(at port: Int) throws -> LocalServer {
    try translatingErrors(of: LocalServer(port: UInt16(clamping: port))) { (error: SystemError) in
      Failure(
        error.isAddressTaken || error.isTemporary ? .temporary : .usage,
        message: "port \(port) cannot be used: \(error.message)",
        advice: error.isTemporary ? nil : "give another one: --port 0 takes one that is free")
    }
  }

  /// Rereads all files, and shows the result or the errors in them.
  private static func update(_ site: inout PreviewSite, from sources: PreviewSources) {
    do {
      site.show(try sources.read())
    } catch {
      site.showProblems(lines(of: error))
    }
  }

  /// Returns an error as lines, in the same form as on the command line.
  private static func lines(of error: any Error) -> [String] {
    let failure = Failure(error)
    let place = failure.place.map { "\($0): " } ?? ""
    let advice = failure.advice.map { "; \($0)" } ?? ""
    return (failure.details + ["\(place)error: \(failure.message)\(advice)"]).map(abbreviated)
  }
}
