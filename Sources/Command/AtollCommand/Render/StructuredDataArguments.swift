import Atoll
import AtollArguments

extension DisplayArguments {
  static let structuredData: [Option<Self>] = [
    .value(
      "structured-data", placeholder: "KIND", as: .word, to: \.options.structuredData.kind,
      group: .appearance,
      help: """
        Describe the page for search engines (JSON-LD): as the comments of an article, a forum thread, \
        one question with its answers, or reviews; auto chooses by the mode of the story.
        """,
      default: "auto"),
    .optional(
      "reviewed", placeholder: "TYPE", as: .word, to: \.options.structuredData.reviewed,
      group: .appearance,
      help: "The type of the thing that readers rate, for the structured data of reviews."),
    .optional(
      "subject-id", placeholder: "ADDRESS", as: .text, to: \.options.structuredData.subject,
      group: .appearance,
      help: """
        The @id that the publisher's own structured data gives to the article, or to what is reviewed, \
        such as {url}#article.
        """,
      default: "the address of the story"),
  ]
}
