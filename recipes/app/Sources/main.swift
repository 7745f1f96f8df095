import CoralClient
import Foundation

let arguments = CommandLine.arguments.filter { $0 != "--create" }
guard 3...4 ~= arguments.count, isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
  print("usage, in a terminal: reader SERVER STORY-ID-OR-ADDRESS [FILE-WITH-TOKEN] [--create]")
  exit(64)
}
do {
  let file = try arguments.dropFirst(3).first.map {
    try String(contentsOfFile: $0, encoding: .utf8)
  }
  let token = file.map { TokenSource.fixed($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  let client = CoralClient(try ServerAddress(arguments[1]), tokens: token ?? .none)
  let story: StoryReference = arguments[2].contains("://") ? .url(arguments[2]) : .id(arguments[2])
  let controller = CommentsController(
    service: client, story: story, mayCreateStory: CommandLine.arguments.contains("--create"))
  await Reader(controller).run()
} catch {
  print(error)
  exit(65)
}
