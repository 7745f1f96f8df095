import AtollBodyText
import AtollBytes

/// Returns the tokens as a line of text, for comparison with an expectation.
func outline(_ richText: RichText) -> String {
  var result = ""
  for token in richText.tokens {
    let text = String(decoding: richText.bytes(of: token), as: UTF8.self)
    switch token.kind {
    case .paragraphOpen: result += "<p>"
    case .paragraphClose: result += "</p>"
    case .headingOpen: result += "<h\(token.number)>"
    case .headingClose: result += "</h\(token.number)>"
    case .quoteOpen: result += "<quote>"
    case .quoteClose: result += "</quote>"
    case .bulletListOpen: result += "<ul>"
    case .bulletListClose: result += "</ul>"
    case .orderedListOpen: result += "<ol \(token.number)>"
    case .orderedListClose: result += "</ol>"
    case .itemOpen: result += "<li>"
    case .itemClose: result += "</li>"
    case .tableOpen: result += "<table>"
    case .tableClose: result += "</table>"
    case .rowOpen: result += "<tr>"
    case .rowClose: result += "</tr>"
    case .cellOpen: result += token.number == 1 ? "<th>" : "<td>"
    case .cellClose: result += token.number == 1 ? "</th>" : "</td>"
    case .codeBlock: result += "<pre>\(text)</pre>"
    case .thematicBreak: result += "<rule>"
    case .text: result += text
    case .lineBreak: result += "<br>"
    case .code: result += "<code>\(text)</code>"
    case .emphasisOpen: result += "<em>"
    case .emphasisClose: result += "</em>"
    case .strongOpen: result += "<strong>"
    case .strongClose: result += "</strong>"
    case .strikethroughOpen: result += "<s>"
    case .strikethroughClose: result += "</s>"
    case .spoilerOpen: result += "<spoiler>"
    case .spoilerClose: result += "</spoiler>"
    case .sarcasmOpen: result += "<sarcasm>"
    case .sarcasmClose: result += "</sarcasm>"
    case .linkOpen: result += "<a \(text)>"
    case .linkClose: result += "</a>"
    case .linkHost: result += "<host \(text)>"
    }
  }
  return result
}
