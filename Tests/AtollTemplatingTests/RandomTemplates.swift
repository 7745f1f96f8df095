import TestSupport
@testable import AtollTemplating

/// Templates and data generated from a grammar over one schema.
struct RandomTemplates {
  static let inner: [TemplateSchema.Field] = [.text("z", id: 30), .flag("f", id: 31)]
  static let entries: [TemplateSchema.Field] = [
    .text(".", id: 20), .text("n", id: 21), .flag("g", id: 22), .list("inner", id: 23, of: inner),
  ]
  static let schema = TemplateSchema([
    .text("n", id: 1), .text("m.o", id: 2), .html("h", id: 3), .url("u", id: 4),
    .number("i", id: 5), .token("k", id: 6),
    .flag("f", id: 7), .flag("g", id: 8), .text("maybe", id: 9, optional: true),
    .list("items", id: 10, of: entries), .list("more", id: 11, of: inner),
    .mark("mark", id: 12, isRequired: false),
  ])

  var random: SeededGenerator
  /// The possible ends of a line.
  private let ends = ["\n", "\n", "\n", "\r\n"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  // MARK: Templates

  mutating func template(depth: Int = 3, list: String? = nil, partials: Bool = true) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text += fragment(depth, list, partials)
    }
    return text
  }

  private mutating func fragment(_ depth: Int, _ list: String?, _ partials: Bool) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return random.pick(["a", "b ", " ", "  ", "\t", "é", "}}", "{ ", "a } b"])
    case 2: return random.pick(ends)
    case 3:
      return random.pick([
        "<b>", "</b>", "<em class=\"x\">", "</em>", "<br/>", "<i\n  id=x\n>", "<!-- c -->", "<li>",
      ])
    case 4: return attribute()
    case 5: return random.pick(["{{! no }}", end() + "  {{! no }}" + end(), "{{!}}"])
    case 6 where partials:
      let name = random.pick(["one", "two"])
      return random.pick(["{{> \(name)}}", end() + "  {{>\(name)}}" + end(), "\t{{> \(name)}}"])
    case 7, 8,
      9 where depth > 0:
      return section(depth, list, partials)
    default: return hole(list)
    }
  }

  private mutating func end() -> String { random.pick(ends) }

  private mutating func hole(_ list: String?) -> String {
    if random.chance(0.1) { return random.pick(["{{{h}}}", "{{& h }}"]) }
    var names = ["n", "m.o", "u", "i", "k", "maybe"]
    if list == "items" { names += [".", "."] }
    if list == "inner" || list == "more" { names += ["z", "z"] }
    let name = random.pick(names)
    return random.pick(["{{\(name)}}", "{{ \(name) }}"])
  }

  private mutating func attribute() -> String {
    random.pick([
      #"<i title="{{n}}">"#, #"<a href="{{u}}">"#, #"<i class="a {{k}}{{#f}} b{{/f}}">"#,
      #"<i{{#f}} hidden{{/f}}>"#, #"<i{{#f}} id="{{k}}"{{/f}}{{^g}} class="{{i}}"{{/g}}>"#,
      #"<i style="--a:{{i}};--b:{{k}}">"#, ##"<a href="#{{k}}">"##, #"<title>{{n}}</title>"#,
      #"<a href="{{#f}}{{u}}{{/f}}{{^f}}{{u}}{{/f}}">"#,
    ])
  }

  private mutating func section(_ depth: Int, _ list: String?, _ partials: Bool) -> String {
    var lists = ["items", "more"]
    if list == "items" { lists.append("inner") }
    let isList = random.chance(0.4)
    let name = isList ? random.pick(lists) : random.pick(["f", "g", "maybe"])
    let isInverted = random.chance(0.3)
    let body = template(
      depth: depth - 1, list: isList && !isInverted ? name : list, partials: partials)
    let open = "{{\(isInverted ? "^" : "#")\(name)}}"
    guard random.chance(0.5) else { return "\(open)\(body){{/\(name)}}" }
    let indentation = random.pick(["", "  ", "\t"])
    return "\(end())\(indentation)\(open)\(end())\(body)\(end())\(indentation){{/\(name)}}\(end())"
  }

  /// Returns a template into which fragments were inserted and from which parts were removed, so that it may be
  /// invalid.
  mutating func broken() -> String {
    let shards = [
      "{{", "}}", "{{{", "}}}", "{{#f}}", "{{/f}}", "{{^g}}", "{{/g}}", "{{> one}}", "{{n}}",
      "{{k}}",
      "{{nope}}", "{{#items}}", "{{/items}}", "<", ">", "\"", "'", "=", "/", " ", "\n",
      "<a href=\"",
      "<i class=\"", "<script>", "</script>", "<!--", "-->", "<title>", "</title>", "style=\"--x:",
      "<pre>", "</pre>", "<![CDATA[", "{{u}}", "{{{h}}}", "&", "<!doctype", "{{> mark}}", "{{=",
      "-",
      "on", "\u{0}", "title=\"",
    ]
    let danger = random.chance(0.5) ? random.pick(Self.risky) : ""
    var scalars = Array((template(depth: 1) + danger + template(depth: 1)).utf8)
    let edits = random.chance(0.5) ? 0 : Int.random(in: 1...4, using: &random)
    for _ in 0..<edits {
      let place = Int.random(in: 0...scalars.count, using: &random)
      if random.chance(0.7) {
        scalars.insert(contentsOf: Array(random.pick(shards).utf8), at: place)
      } else if !scalars.isEmpty {
        let stop = min(scalars.count, place + Int.random(in: 0...4, using: &random))
        scalars.removeSubrange(place..<stop)
      }
    }
    return String(decoding: scalars, as: UTF8.self)
  }

  /// Places where a value could break out if it were allowed there.
  static let risky = [
    "<i title='{{n}}'>", "<i title={{n}}>", "<i title=x{{n}}>", "<!-- {{n}} -->", "<i {{n}}>",
    "<{{k}}>",
    "<i{{n}}>", "<script>{{n}}</script>", "<style>{{n}}</style>", "<textarea>{{n}}</textarea>",
    "<!doctype {{n}}>", "<i{{#f}} title=\"{{/f}} {{n}}\">", "<i title=\"{{^g}}\"{{/g}} {{n}} x=\">",
    "<i title=\"{{#f}}{{n}}\"{{/f}}{{^f}}x\"{{/f}} class=\"{{k}}\">", "{{#f}}<!--{{/f}}{{n}}-->",
    "{{#f}}<script>{{/f}}{{n}}</script>", "<title>{{#f}}</title><b title='{{/f}}{{n}}",
    "</i {{n}}>",
    "<i title=\"{{n}}\" {{#f}}title='{{/f}}{{n}}>", "<title>x</title>{{n}}", "<i title=\"a\"{{n}}>",
    "",
    "<i title=\"{{#items}}{{n}}\"{{/items}}>", "<pre>{{n}}</pre>",
    "<svg><title>{{n}}</title></svg>",
  ]

  // MARK: Data

  private static let texts = ["", "x", "<b>\"'&", "y z", "{{n}}", "ü"]

  /// Returns the same data for the program and for the naive interpreter.
  mutating func data(
    of fields: [TemplateSchema.Field] = schema.fields
  ) -> (Values, [String: NaiveValue]) {
    var values = Values()
    var names: [String: NaiveValue] = [:]
    for field in fields {
      switch field.kind {
      case .text, .html, .url, .number, .token:
        let text = random.pick(Self.texts)
        values.texts[field.id] = text
        names[field.name] = .text(text)
      case .flag:
        let flag = Bool.random(using: &random)
        values.flags[field.id] = flag
        names[field.name] = .flag(flag)
      case .list:
        let entries = (0..<Int.random(in: 0...2, using: &random)).map { _ in
          data(of: field.fields)
        }
        values.lists[field.id] = entries.map(\.0)
        names[field.name] = .list(entries.map(\.1))
      case .mark: break
      }
    }
    return (values, names)
  }
}
