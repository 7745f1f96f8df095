// The templates of mails with the styles of the usual theme in their tags.
//
// Written by `ATOLL_UPDATE_COMPILED=1 swift test --filter Compiled`; not to be changed by hand.
// swift-format-ignore-file
import AtollBytes
import AtollLayout
import AtollMarkupWriting
import AtollTemplating

extension CompiledMail {
  /// The fingerprints of the templates and themes that these programs were compiled from.
  static let templateFingerprint: UInt64 = 15522468124874255346
  static let styleFingerprint: UInt64 = 4647303415909417132

  static func program(_ file: EmailTemplateFile) -> Program {
    switch file {
    case .message: messageProgram
    case .text: textProgram
    case .announcement: announcementProgram
    case .infobox: infoboxProgram
    case .questionBox: questionBoxProgram
    case .closed: closedProgram
    case .featured: featuredProgram
    case .comments: commentsProgram
    case .comment: commentProgram
    case .tombstone: tombstoneProgram
    case .hiddenReplies: hiddenRepliesProgram
    case .moreComments: moreCommentsProgram
    case .noComments: noCommentsProgram
    case .notice: noticeProgram
    case .quoted: quotedProgram
    case .story: storyProgram
    case .chosen: chosenProgram
    }
  }

  static func tags(_ file: EmailTemplateFile) -> [String] {
    switch file {
    case .message: []
    case .text: []
    case .announcement: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start;border-left:4px solid #7a5200;font-weight:bold\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .infobox: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start;border-left:4px solid #0b5cad\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .questionBox: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"border:1px solid #d5dbda;text-align:start;padding:16px;font-size:18px;font-weight:bold\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#ffa3a3\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .closed: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;text-align:start;border:1px dashed #7a8492\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .featured: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start;border-left:4px solid #bf1313\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .comments: []
    case .comment: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .tombstone: []
    case .hiddenReplies: []
    case .moreComments: []
    case .noComments: []
    case .notice: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .quoted: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    case .story: []
    case .chosen: ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
    }
  }

  static var footer: [String] {
    ["<p style=\"margin:0 0 8px\"", "<p style=\"margin:0 0 8px;font-weight:bold\"", "<blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"", "<ul style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<ol style=\"margin:0 0 8px;padding:0;padding-left:24px\"", "<li", "<code style=\"background-color:#e9edec;color:#181c25;font-family:SF Mono,Menlo,Consolas,monospace;font-size:14px\"", "<p class=\"pre\" style=\"margin:0 0 8px;padding:8px 12px;background-color:#e9edec;color:#181c25\"", "<hr style=\"border:0;border-top:1px solid #d5dbda\"", "<table style=\"max-width:640px;table-layout:fixed;width:100%;border-collapse:collapse\"", "<td class=\"grid-cell\" style=\"border:1px solid #d5dbda;text-align:start;padding:8px 16px;font-size:13px\"", "<th class=\"grid-cell\" style=\"padding:4px 8px;border:1px solid #d5dbda;text-align:start\"", "<span style=\"font-family:SF Mono,Menlo,Consolas,monospace\"", "<span style=\"font-size:13px\"", "<a style=\"color:#a81010\"", "<span class=\"spoiler\" style=\"background-color:#e9edec;color:#181c25\""]
  }

  static var rules: [(forms: UInt8, needs: [String], dark: String, outlook: String)] {
    [
      (7, [".page"], ".page{background-color:#181c25!important;color:#f6f8f7!important\n}", "[data-ogsc] .page{color:#f6f8f7!important\n}[data-ogsb] .page{background-color:#181c25!important\n}"),
      (7, [".masthead"], ".masthead{background-color:#bf1313!important\n}", "[data-ogsb] .masthead{background-color:#bf1313!important\n}"),
      (7, [".site"], ".site{color:#ffffff!important\n}", "[data-ogsc] .site{color:#ffffff!important\n}"),
      (7, [".logo"], ".logo{color:#ffffff!important\n}", "[data-ogsc] .logo{color:#ffffff!important\n}"),
      (7, [".head"], ".head{background-color:#181c25!important;color:#9aa4b2!important\n}", "[data-ogsc] .head{color:#9aa4b2!important\n}[data-ogsb] .head{background-color:#181c25!important\n}"),
      (7, [".foot"], ".foot{background-color:#181c25!important;color:#9aa4b2!important\n}", "[data-ogsc] .foot{color:#9aa4b2!important\n}[data-ogsb] .foot{background-color:#181c25!important\n}"),
      (7, ["h1"], "h1{color:#f6f8f7!important\n}", "[data-ogsc] h1{color:#f6f8f7!important\n}"),
      (7, [".head", "a"], ".head a{color:#ff9f9f!important\n}", "[data-ogsc] .head a{color:#ff9f9f!important\n}"),
      (7, [".foot", "a"], ".foot a{color:#ff9f9f!important\n}", "[data-ogsc] .foot a{color:#ff9f9f!important\n}"),
      (7, [".head", "h1", "a"], ".head h1 a{color:#f6f8f7!important\n}", "[data-ogsc] .head h1 a{color:#f6f8f7!important\n}"),
      (7, [".c"], ".c{background-color:#202634!important;color:#f6f8f7!important\n}", "[data-ogsc] .c{color:#f6f8f7!important\n}[data-ogsb] .c{background-color:#202634!important\n}"),
      (7, [".c", "a"], ".c a{color:#ff9f9f!important\n}", "[data-ogsc] .c a{color:#ff9f9f!important\n}"),
      (5, [".t"], ".t{border-top:1px solid #343c4e!important\n}", ""),
      (6, [".c", "h2", "a"], ".c h2 a{color:#f6f8f7!important\n}", "[data-ogsc] .c h2 a{color:#f6f8f7!important\n}"),
      (7, [".byline"], ".byline{color:#9aa4b2!important\n}", "[data-ogsc] .byline{color:#9aa4b2!important\n}"),
      (7, [".meta"], ".meta{color:#9aa4b2!important\n}", "[data-ogsc] .meta{color:#9aa4b2!important\n}"),
      (7, [".c", ".byline", "a"], ".c .byline a{color:#9aa4b2!important\n}", "[data-ogsc] .c .byline a{color:#9aa4b2!important\n}"),
      (7, [".c", ".meta", "a"], ".c .meta a{color:#9aa4b2!important\n}", "[data-ogsc] .c .meta a{color:#9aa4b2!important\n}"),
      (5, [".c", ".reply"], ".c .reply{color:#9aa4b2!important\n}", "[data-ogsc] .c .reply{color:#9aa4b2!important\n}"),
      (1, [".featured", ".byline", "a"], ".featured .byline a{color:#9aa4b2!important\n}", "[data-ogsc] .featured .byline a{color:#9aa4b2!important\n}"),
      (1, [".gone"], ".gone{color:#9aa4b2!important\n}", "[data-ogsc] .gone{color:#9aa4b2!important\n}"),
      (7, ["td", ".act"], "td.act{background-color:#bf1313!important\n}", "[data-ogsb] td.act{background-color:#bf1313!important\n}"),
      (7, [".act", "a"], ".act a{color:#ffffff!important\n}", "[data-ogsc] .act a{color:#ffffff!important\n}"),
      (1, [".r1"], ".r1{border-right:3px solid #f2595c!important\n}", ""),
      (1, [".r2"], ".r2{border-right:3px solid #7e889a!important\n}", ""),
      (7, [".plate"], ".plate{background-color:#343c4e!important;color:#f6f8f7!important\n}", "[data-ogsc] .plate{color:#f6f8f7!important\n}[data-ogsb] .plate{background-color:#343c4e!important\n}"),
      (7, [".staff"], ".staff{background-color:#bf1313!important;color:#ffffff!important\n}", "[data-ogsc] .staff{color:#ffffff!important\n}[data-ogsb] .staff{background-color:#bf1313!important\n}"),
      (7, [".moderator"], ".moderator{background-color:#bbc4c4!important;color:#181c25!important\n}", "[data-ogsc] .moderator{color:#181c25!important\n}[data-ogsb] .moderator{background-color:#bbc4c4!important\n}"),
      (7, [".expert"], ".expert{background-color:#6db3ff!important;color:#181c25!important\n}", "[data-ogsc] .expert{color:#181c25!important\n}[data-ogsb] .expert{background-color:#6db3ff!important\n}"),
      (7, [".brand"], ".brand{background-color:#bf1313!important;color:#ffffff!important\n}", "[data-ogsc] .brand{color:#ffffff!important\n}[data-ogsb] .brand{background-color:#bf1313!important\n}"),
      (1, [".announcement"], ".announcement{background-color:#3a3013!important;color:#f6f8f7!important\n}", "[data-ogsc] .announcement{color:#f6f8f7!important\n}[data-ogsb] .announcement{background-color:#3a3013!important\n}"),
      (1, [".announcement", "td"], ".announcement td{border-left:4px solid #ffd36b!important\n}", ""),
      (1, [".info"], ".info{background-color:#1e2f45!important;color:#f6f8f7!important\n}", "[data-ogsc] .info{color:#f6f8f7!important\n}[data-ogsb] .info{background-color:#1e2f45!important\n}"),
      (1, [".info", "td"], ".info td{border-left:4px solid #6db3ff!important\n}", ""),
      (1, [".info", "a"], ".info a{color:#ff9f9f!important\n}", "[data-ogsc] .info a{color:#ff9f9f!important\n}"),
      (1, [".closed", "a"], ".closed a{color:#ff9f9f!important\n}", "[data-ogsc] .closed a{color:#ff9f9f!important\n}"),
      (1, [".featured", "a"], ".featured a{color:#ff9f9f!important\n}", "[data-ogsc] .featured a{color:#ff9f9f!important\n}"),
      (1, [".slab"], ".slab{background-color:#2e3648!important;color:#f6f8f7!important\n}", "[data-ogsc] .slab{color:#f6f8f7!important\n}[data-ogsb] .slab{background-color:#2e3648!important\n}"),
      (1, [".slab", "a"], ".slab a{color:#ffa3a3!important\n}", "[data-ogsc] .slab a{color:#ffa3a3!important\n}"),
      (1, [".featured"], ".featured{background-color:#331c26!important;color:#f6f8f7!important\n}", "[data-ogsc] .featured{color:#f6f8f7!important\n}[data-ogsb] .featured{background-color:#331c26!important\n}"),
      (1, [".featured", "td"], ".featured td{border-left:4px solid #f2595c!important\n}", ""),
      (1, [".closed"], ".closed{background-color:#2a3140!important;color:#f6f8f7!important\n}", "[data-ogsc] .closed{color:#f6f8f7!important\n}[data-ogsb] .closed{background-color:#2a3140!important\n}"),
      (1, [".closed", "td"], ".closed td{border:1px dashed #7e889a!important\n}", ""),
      (7, [".air"], ".air{background-color:#181c25!important\n}", "[data-ogsb] .air{background-color:#181c25!important\n}"),
      (7, ["blockquote"], "blockquote{border-color:#7e889a!important\n}", ""),
      (7, [".pre"], ".pre{background-color:#12151c!important;color:#f6f8f7!important\n}", "[data-ogsc] .pre{color:#f6f8f7!important\n}[data-ogsb] .pre{background-color:#12151c!important\n}"),
      (7, ["code"], "code{background-color:#12151c!important;color:#f6f8f7!important\n}", "[data-ogsc] code{color:#f6f8f7!important\n}[data-ogsb] code{background-color:#12151c!important\n}"),
      (7, ["hr"], "hr{border-top:1px solid #343c4e!important\n}", ""),
      (7, [".grid-cell"], ".grid-cell{border:1px solid #343c4e!important\n}", ""),
      (7, [".spoiler"], ".spoiler{background-color:#12151c!important;color:#f6f8f7!important\n}", "[data-ogsc] .spoiler{color:#f6f8f7!important\n}[data-ogsb] .spoiler{background-color:#12151c!important\n}"),
    ]
  }

  private static var messageProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"> <meta name=\"color-scheme\" content=\"light dark\"> <meta name=\"supported-color-schemes\" content=\"light dark\"> <meta name=\"format-detection\" content=\"telephone=no, date=no, address=no, email=no\"> <meta name=\"description\" content=\"\"><title></title></head><body class=\"page\" bgcolor=\"#f6f8f7\" style=\"margin:0;padding:0;background-color:#f6f8f7;color:#181c25;word-break:break-word;word-wrap:break-word\"><div lang=\"\" dir=\"\" itemscope itemtype=\"https://schema.org/EmailMessage\" class=\"page\" style=\"margin:0;padding:0;background-color:#f6f8f7;color:#181c25;word-break:break-word;word-wrap:break-word\"><div style=\"display:none;mso-hide:all\"></div><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"masthead\" bgcolor=\"#bf1313\" style=\"max-width:640px;table-layout:fixed;background-color:#bf1313\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><img src=\"\" alt=\"\" height=\"32\" class=\"logo\" style=\"max-width:100%;margin:0;color:#ffffff;font-size:18px;line-height:32px;font-weight:bold\"></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"masthead\" bgcolor=\"#bf1313\" style=\"max-width:640px;table-layout:fixed;background-color:#bf1313\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><p class=\"site\" style=\"margin:0;color:#ffffff;font-size:18px;line-height:32px;font-weight:bold\"></p></td><td style=\"font-size:4px;line-height:4px\">&nbsp;</td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"head\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7;color:#5b6474\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:20px 16px\"><h1 style=\"margin:0 0 8px;color:#181c25;font-size:26px;line-height:34px\"></h1><p style=\"margin:0\"><a href=\"\" style=\"color:#a81010;display:inline-block;max-width:100%;line-height:24px\"></a></p><h1 style=\"margin:0 0 8px;color:#181c25;font-size:26px;line-height:34px\"><a href=\"\" style=\"color:#181c25;text-decoration:none\"></a></h1><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"table-layout:fixed;margin:8px 0 4px;max-width:416px\"><tr><td align=\"center\" itemprop=\"potentialAction\" itemscope itemtype=\"https://schema.org/ViewAction\" class=\"act\" bgcolor=\"#bf1313\" style=\"padding:0;background-color:#bf1313;border-radius:4px;mso-padding-alt:12px 16px\"><a href=\"\" itemprop=\"target url\" style=\"display:block;padding:12px 16px;mso-padding-alt:0;color:#ffffff;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none\"><span itemprop=\"name\"></span></a></td></tr></table><p style=\"margin:0;padding:8px 0 0;font-size:13px\"><a href=\"\" style=\"color:#a81010;display:inline-block;max-width:100%;line-height:24px\"></a></p></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"foot\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7;color:#5b6474\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:8px 16px;font-size:13px\"><table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"table-layout:fixed;margin:8px 0 4px;max-width:416px\"><tr><td align=\"center\" class=\"act\" bgcolor=\"#bf1313\" style=\"font-size:13px;padding:0;background-color:#bf1313;border-radius:4px;mso-padding-alt:12px 16px\"><a href=\"\" style=\"display:block;padding:12px 16px;mso-padding-alt:0;color:#ffffff;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none\"></a></td></tr></table></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"foot\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7;color:#5b6474\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:8px 16px;font-size:13px\"><p style=\"margin:0\"></p></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"foot\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7;color:#5b6474\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:8px 16px;font-size:13px\">  </td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"foot\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7;color:#5b6474\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:8px 16px;font-size:13px\"><p style=\"margin:0\"><a href=\"\" style=\"color:#a81010;display:inline-block;max-width:100%;line-height:24px\"></a></p></td></tr></table></div></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 34, count: 292)), .sectionBegin(id: FlagField.hasPreheader.id, end: 9),
        .literal(Slice(start: 326, count: 34)), .field(id: TextField.preheader.id, kind: .text),
        .literal(Slice(start: 360, count: 2)), .literal(Slice(start: 362, count: 7)),
        .sectionBegin(id: FlagField.hasHeadline.id, end: 12), .field(id: TextField.headline.id, kind: .text),
        .invertedBegin(id: FlagField.hasHeadline.id, end: 17),
        .sectionBegin(id: FlagField.hasTitle.id, end: 15), .field(id: TextField.title.id, kind: .text),
        .invertedBegin(id: FlagField.hasTitle.id, end: 17),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 369, count: 8)),
        .mark(id: InsertionPoint.style.id), .literal(Slice(start: 377, count: 164)),
        .field(id: TextField.lang.id, kind: .token), .literal(Slice(start: 541, count: 7)),
        .field(id: TextField.dir.id, kind: .token), .literal(Slice(start: 548, count: 177)),
        .sectionBegin(id: FlagField.hasPreheader.id, end: 28), .literal(Slice(start: 725, count: 39)),
        .field(id: TextField.preheader.id, kind: .text), .literal(Slice(start: 764, count: 6)),
        .sectionBegin(id: FlagField.hasLogo.id, end: 34), .literal(Slice(start: 770, count: 275)),
        .field(id: TextField.logoURL.id, kind: .url), .literal(Slice(start: 1045, count: 7)),
        .field(id: TextField.siteName.id, kind: .text), .literal(Slice(start: 1052, count: 140)),
        .invertedBegin(id: FlagField.hasLogo.id, end: 43), .literal(Slice(start: 1192, count: 194)),
        .sectionBegin(id: FlagField.hasSiteName.id, end: 40), .literal(Slice(start: 1386, count: 167)),
        .field(id: TextField.siteName.id, kind: .text), .literal(Slice(start: 1553, count: 9)),
        .invertedBegin(id: FlagField.hasSiteName.id, end: 42), .literal(Slice(start: 1562, count: 53)),
        .literal(Slice(start: 1615, count: 13)), .literal(Slice(start: 1628, count: 275)),
        .sectionBegin(id: FlagField.hasHeadline.id, end: 59), .literal(Slice(start: 1903, count: 73)),
        .field(id: TextField.headline.id, kind: .text), .literal(Slice(start: 1976, count: 5)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 59), .literal(Slice(start: 1981, count: 20)),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 56), .literal(Slice(start: 2001, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 2010, count: 77)),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 2087, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 58), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 2091, count: 4)), .invertedBegin(id: FlagField.hasHeadline.id, end: 73),
        .literal(Slice(start: 2095, count: 73)), .sectionBegin(id: FlagField.hasTitle.id, end: 70),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 68), .literal(Slice(start: 2168, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 2177, count: 45)),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 2222, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 70), .field(id: TextField.title.id, kind: .text),
        .invertedBegin(id: FlagField.hasTitle.id, end: 72),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 2226, count: 5)),
        .sectionBegin(id: FlagField.hasRating.id, end: 77), .literal(Slice(start: 2231, count: 62)),
        .field(id: TextField.ratingLabel.id, kind: .text), .literal(Slice(start: 2293, count: 4)),
        .invertedBegin(id: FlagField.hasHeadline.id, end: 84),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 84), .literal(Slice(start: 2297, count: 359)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 2656, count: 188)),
        .field(id: TextField.readLabel.id, kind: .text), .literal(Slice(start: 2844, count: 29)),
        .sectionBegin(id: FlagField.hasViewURL.id, end: 90), .literal(Slice(start: 2873, count: 60)),
        .field(id: TextField.viewURL.id, kind: .url), .literal(Slice(start: 2933, count: 77)),
        .field(id: ConstantFields.id(of: .viewInBrowser), kind: .text), .literal(Slice(start: 3010, count: 8)),
        .literal(Slice(start: 3018, count: 18)), .mark(id: InsertionPoint.blocks.id),
        .invertedBegin(id: FlagField.hasHeadline.id, end: 99),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 99), .literal(Slice(start: 3036, count: 585)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 3621, count: 144)),
        .field(id: TextField.readLabel.id, kind: .text), .literal(Slice(start: 3765, count: 40)),
        .sectionBegin(id: FlagField.hasReason.id, end: 103), .literal(Slice(start: 3805, count: 309)),
        .field(id: TextField.mailReason.id, kind: .text), .literal(Slice(start: 4114, count: 22)),
        .sectionBegin(id: FlagField.hasFooter.id, end: 107), .literal(Slice(start: 4136, count: 290)),
        .html(id: InsertionPoint.footer.id), .literal(Slice(start: 4426, count: 19)),
        .sectionBegin(id: FlagField.hasUnsubscribe.id, end: 113), .literal(Slice(start: 4445, count: 318)),
        .field(id: TextField.unsubscribeURL.id, kind: .url), .literal(Slice(start: 4763, count: 77)),
        .field(id: ConstantFields.id(of: .unsubscribe), kind: .text), .literal(Slice(start: 4840, count: 26)),
        .literal(Slice(start: 4866, count: 20)),
      ])
  }

  private static var textProgram: Program {
    Program(
      literals: Array(
        "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n".utf8),
      ops: [
        .sectionBegin(id: FlagField.hasSiteName.id, end: 3), .field(id: TextField.siteName.id, kind: .text),
        .literal(Slice(start: 0, count: 2)), .sectionBegin(id: FlagField.hasHeadline.id, end: 6),
        .field(id: TextField.headline.id, kind: .text), .literal(Slice(start: 2, count: 1)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 9), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 3, count: 1)), .sectionBegin(id: FlagField.hasRating.id, end: 12),
        .field(id: TextField.ratingLabel.id, kind: .text), .literal(Slice(start: 4, count: 1)),
        .sectionBegin(id: FlagField.hasHeadline.id, end: 16),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 16), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 5, count: 1)), .invertedBegin(id: FlagField.hasHeadline.id, end: 24),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 24), .literal(Slice(start: 6, count: 1)),
        .field(id: TextField.readLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 7, count: 1)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 8, count: 1)), .sectionBegin(id: FlagField.hasViewURL.id, end: 31),
        .literal(Slice(start: 9, count: 1)), .field(id: ConstantFields.id(of: .viewInBrowser), kind: .text),
        .field(id: TextField.separator.id, kind: .text), .literal(Slice(start: 10, count: 1)),
        .field(id: TextField.viewURL.id, kind: .url), .literal(Slice(start: 11, count: 1)),
        .mark(id: InsertionPoint.blocks.id), .invertedBegin(id: FlagField.hasHeadline.id, end: 40),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 40), .literal(Slice(start: 12, count: 1)),
        .field(id: TextField.readLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 13, count: 1)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 14, count: 1)), .sectionBegin(id: FlagField.hasReason.id, end: 44),
        .literal(Slice(start: 15, count: 1)), .field(id: TextField.mailReason.id, kind: .text),
        .literal(Slice(start: 16, count: 1)), .sectionBegin(id: FlagField.hasFooter.id, end: 48),
        .literal(Slice(start: 17, count: 1)), .html(id: InsertionPoint.footer.id),
        .literal(Slice(start: 18, count: 1)), .sectionBegin(id: FlagField.hasUnsubscribe.id, end: 55),
        .literal(Slice(start: 19, count: 1)), .field(id: ConstantFields.id(of: .unsubscribe), kind: .text),
        .field(id: TextField.separator.id, kind: .text), .literal(Slice(start: 20, count: 1)),
        .field(id: TextField.unsubscribeURL.id, kind: .url), .literal(Slice(start: 21, count: 1)),
      ])
  }

  private static var announcementProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"announcement\" bgcolor=\"#fff4d6\" style=\"max-width:640px;table-layout:fixed;background-color:#fff4d6;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-left:4px solid #7a5200;font-weight:bold\"><h2 style=\"margin:0 0 4px;font-size:13px;line-height:20px\"></h2> <div dir=\"\"></div></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 389)), .field(id: ConstantFields.id(of: .announcement), kind: .text),
        .literal(Slice(start: 389, count: 6)), .sectionBegin(id: FlagField.isMirrored.id, end: 9),
        .literal(Slice(start: 395, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 405, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 407, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 11),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 413, count: 275)),
      ])
  }

  private static var infoboxProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"info\" bgcolor=\"#e4edf7\" style=\"max-width:640px;table-layout:fixed;background-color:#e4edf7;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-left:4px solid #0b5cad\"><h2 style=\"margin:0 0 4px;font-size:13px;line-height:20px\"></h2> <div dir=\"\"></div></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 364)), .field(id: ConstantFields.id(of: .information), kind: .text),
        .literal(Slice(start: 364, count: 6)), .sectionBegin(id: FlagField.isMirrored.id, end: 9),
        .literal(Slice(start: 370, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 380, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 382, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 11),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 388, count: 275)),
      ])
  }

  private static var questionBoxProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"slab\" bgcolor=\"#202634\" style=\"max-width:640px;table-layout:fixed;background-color:#202634;color:#ffffff\"><tr><td style=\"font:16px/24px Segoe UI,Arial,sans-serif;padding:16px;font-size:18px;font-weight:bold\"><h2 style=\"margin:0 0 4px;font-size:13px;line-height:20px\"></h2> <div dir=\"\"></div></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 361)), .field(id: ConstantFields.id(of: .question), kind: .text),
        .literal(Slice(start: 361, count: 6)), .sectionBegin(id: FlagField.isMirrored.id, end: 9),
        .literal(Slice(start: 367, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 377, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 379, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 11),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 385, count: 275)),
      ])
  }

  private static var closedProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"closed\" bgcolor=\"#e9edec\" style=\"max-width:640px;table-layout:fixed;background-color:#e9edec;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border:1px dashed #7a8492\"><h2 style=\"margin:0 0 4px;font-size:13px;line-height:20px\"></h2> <div dir=\"\"></div></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 362)), .field(id: TextField.closedLabel.id, kind: .text),
        .literal(Slice(start: 362, count: 6)), .sectionBegin(id: FlagField.isMirrored.id, end: 9),
        .literal(Slice(start: 368, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 378, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 380, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 11),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 386, count: 275)),
      ])
  }

  private static var featuredProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"featured\" bgcolor=\"#fceded\" style=\"max-width:640px;table-layout:fixed;background-color:#fceded;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-left:4px solid #bf1313\"><h2 style=\"margin:0 0 4px;font-size:13px;line-height:20px\"><b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b></h2><div style=\"font-size:18px;line-height:28px\"><div dir=\"\"></div></div><p style=\"margin:0 0 8px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"><img src=\"\" alt=\"\" width=\"\" border=\"0\" style=\"max-width:100%\"></a><br><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a></p><h3 style=\"margin:0;font-size:15px\"> <b class=\"plate staff\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"><b class=\"plate moderator\" style=\"padding:0 4px;font-size:11px;background-color:#202634;color:#ffffff\"><b class=\"plate expert\" style=\"padding:0 4px;font-size:11px;background-color:#0b5cad;color:#ffffff\"><b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span></p><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"> </p><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p></td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 309)), .sectionBegin(id: FlagField.featuredFirst.id, end: 5),
        .literal(Slice(start: 309, count: 158)), .field(id: TextField.featuredTitle.id, kind: .text),
        .literal(Slice(start: 467, count: 9)), .sectionBegin(id: FlagField.hasBody.id, end: 16),
        .literal(Slice(start: 476, count: 45)), .sectionBegin(id: FlagField.isMirrored.id, end: 13),
        .literal(Slice(start: 521, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 531, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 533, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 15),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 539, count: 6)),
        .sectionBegin(id: FlagField.hasMedia.id, end: 55), .literal(Slice(start: 545, count: 26)),
        .sectionBegin(id: FlagField.hasImage.id, end: 34), .literal(Slice(start: 571, count: 9)),
        .field(id: TextField.mediaURL.id, kind: .url), .literal(Slice(start: 580, count: 87)),
        .field(id: TextField.imageURL.id, kind: .url), .literal(Slice(start: 667, count: 7)),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 26),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 28),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 674, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 33), .literal(Slice(start: 675, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 683, count: 1)),
        .literal(Slice(start: 684, count: 43)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 49),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 43),
        .field(id: TextField.mediaLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 727, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 736, count: 77)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 813, count: 4)), .invertedBegin(id: FlagField.hasMediaTitle.id, end: 49),
        .literal(Slice(start: 817, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 826, count: 77)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 903, count: 4)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 54),
        .field(id: TextField.mediaLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 54), .field(id: TextField.separator.id, kind: .text),
        .field(id: TextField.mediaTitle.id, kind: .text), .literal(Slice(start: 907, count: 4)),
        .literal(Slice(start: 911, count: 36)), .sectionBegin(id: FlagField.hasAuthor.id, end: 58),
        .field(id: TextField.author.id, kind: .text), .invertedBegin(id: FlagField.hasAuthor.id, end: 60),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasBadges.id, end: 76), .listBegin(id: badgeListID, end: 76),
        .literal(Slice(start: 947, count: 1)), .sectionBegin(id: FlagField.isStaffBadge.id, end: 65),
        .literal(Slice(start: 948, count: 99)), .invertedBegin(id: FlagField.isStaffBadge.id, end: 73),
        .sectionBegin(id: FlagField.isModeratorBadge.id, end: 68), .literal(Slice(start: 1047, count: 103)),
        .invertedBegin(id: FlagField.isModeratorBadge.id, end: 73),
        .sectionBegin(id: FlagField.isExpertBadge.id, end: 71), .literal(Slice(start: 1150, count: 100)),
        .invertedBegin(id: FlagField.isExpertBadge.id, end: 73), .literal(Slice(start: 1250, count: 93)),
        .field(id: TextField.badgeLabel.id, kind: .text), .literal(Slice(start: 1343, count: 4)),
        .listEnd(id: badgeListID, begin: 62), .sectionBegin(id: FlagField.isNew.id, end: 80),
        .literal(Slice(start: 1347, count: 100)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 1447, count: 4)), .sectionBegin(id: FlagField.isQuestion.id, end: 84),
        .literal(Slice(start: 1451, count: 94)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 1545, count: 4)), .sectionBegin(id: FlagField.answered.id, end: 88),
        .literal(Slice(start: 1549, count: 94)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 1643, count: 4)), .sectionBegin(id: FlagField.unanswered.id, end: 92),
        .literal(Slice(start: 1647, count: 94)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 1741, count: 4)), .sectionBegin(id: FlagField.isReview.id, end: 96),
        .literal(Slice(start: 1745, count: 94)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 1839, count: 4)), .sectionBegin(id: FlagField.offTopic.id, end: 100),
        .literal(Slice(start: 1843, count: 94)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 1937, count: 4)), .literal(Slice(start: 1941, count: 92)),
        .sectionBegin(id: FlagField.hasTime.id, end: 114),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 105), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 114),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 112), .literal(Slice(start: 2033, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 2042, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 2119, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 114), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 117), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 124),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 2123, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 2152, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 2154, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 127),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 130),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .literal(Slice(start: 2161, count: 4)),
        .sectionBegin(id: FlagField.hasFeaturedBy.id, end: 137), .literal(Slice(start: 2165, count: 62)),
        .field(id: ConstantFields.id(of: .featuredBy), kind: .text), .literal(Slice(start: 2227, count: 1)),
        .field(id: TextField.featuredBy.id, kind: .text), .literal(Slice(start: 2228, count: 4)),
        .sectionBegin(id: FlagField.featuredLast.id, end: 142),
        .sectionBegin(id: FlagField.hasMoreFeatured.id, end: 142), .literal(Slice(start: 2232, count: 62)),
        .field(id: TextField.moreFeaturedLabel.id, kind: .text), .literal(Slice(start: 2294, count: 4)),
        .literal(Slice(start: 2298, count: 18)), .sectionBegin(id: FlagField.featuredLast.id, end: 145),
        .literal(Slice(start: 2316, count: 257)),
      ])
  }

  private static var commentsProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><h2 style=\"margin:0;font-size:20px;line-height:28px\"></h2><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 325)), .field(id: TextField.headingCountLabel.id, kind: .text),
        .literal(Slice(start: 325, count: 67)), .field(id: TextField.sortLabel.id, kind: .text),
        .literal(Slice(start: 392, count: 22)),
      ])
  }

  private static var commentProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td width=\"12\" class=\"r1\" style=\"border-right:3px solid #bf1313\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><td class=\"t\" style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-top:1px solid #d5dbda\"><h3 style=\"margin:0;font-size:15px\"> <b class=\"plate staff\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"><b class=\"plate moderator\" style=\"padding:0 4px;font-size:11px;background-color:#202634;color:#ffffff\"><b class=\"plate expert\" style=\"padding:0 4px;font-size:11px;background-color:#0b5cad;color:#ffffff\"><b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span> </p><div dir=\"\"></div><p style=\"margin:0 0 8px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"><img src=\"\" alt=\"\" width=\"\" border=\"0\" style=\"max-width:100%\"></a><br><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a></p><a href=\"\" class=\"reply\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474;font-size:13px\"></a></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 201)), .sectionBegin(id: FlagField.isReply.id, end: 9),
        .literal(Slice(start: 201, count: 76)), .sectionBegin(id: FlagField.isDeep.id, end: 5),
        .literal(Slice(start: 277, count: 76)), .sectionBegin(id: FlagField.isDeeper.id, end: 7),
        .literal(Slice(start: 353, count: 76)), .sectionBegin(id: FlagField.isDeepest.id, end: 9),
        .literal(Slice(start: 429, count: 76)), .sectionBegin(id: FlagField.isReply.id, end: 11),
        .literal(Slice(start: 505, count: 71)), .invertedBegin(id: FlagField.isReply.id, end: 13),
        .literal(Slice(start: 576, count: 110)), .literal(Slice(start: 686, count: 36)),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 16), .field(id: TextField.author.id, kind: .text),
        .invertedBegin(id: FlagField.hasAuthor.id, end: 18),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasBadges.id, end: 34), .listBegin(id: badgeListID, end: 34),
        .literal(Slice(start: 722, count: 1)), .sectionBegin(id: FlagField.isStaffBadge.id, end: 23),
        .literal(Slice(start: 723, count: 99)), .invertedBegin(id: FlagField.isStaffBadge.id, end: 31),
        .sectionBegin(id: FlagField.isModeratorBadge.id, end: 26), .literal(Slice(start: 822, count: 103)),
        .invertedBegin(id: FlagField.isModeratorBadge.id, end: 31),
        .sectionBegin(id: FlagField.isExpertBadge.id, end: 29), .literal(Slice(start: 925, count: 100)),
        .invertedBegin(id: FlagField.isExpertBadge.id, end: 31), .literal(Slice(start: 1025, count: 93)),
        .field(id: TextField.badgeLabel.id, kind: .text), .literal(Slice(start: 1118, count: 4)),
        .listEnd(id: badgeListID, begin: 20), .sectionBegin(id: FlagField.featured.id, end: 38),
        .literal(Slice(start: 1122, count: 100)), .field(id: ConstantFields.id(of: .featured), kind: .text),
        .literal(Slice(start: 1222, count: 4)), .sectionBegin(id: FlagField.isNew.id, end: 42),
        .literal(Slice(start: 1226, count: 100)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 1326, count: 4)), .sectionBegin(id: FlagField.isQuestion.id, end: 46),
        .literal(Slice(start: 1330, count: 94)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 1424, count: 4)), .sectionBegin(id: FlagField.answered.id, end: 50),
        .literal(Slice(start: 1428, count: 94)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 1522, count: 4)), .sectionBegin(id: FlagField.unanswered.id, end: 54),
        .literal(Slice(start: 1526, count: 94)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 1620, count: 4)), .sectionBegin(id: FlagField.isReview.id, end: 58),
        .literal(Slice(start: 1624, count: 94)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 1718, count: 4)), .sectionBegin(id: FlagField.offTopic.id, end: 62),
        .literal(Slice(start: 1722, count: 94)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 1816, count: 4)), .literal(Slice(start: 1820, count: 92)),
        .sectionBegin(id: FlagField.hasTime.id, end: 76), .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 67), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 76),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 74), .literal(Slice(start: 1912, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 1921, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1998, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 76), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 79), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 86),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 2002, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 2031, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 2033, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 89),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 92),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .sectionBegin(id: FlagField.orphan.id, end: 95),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .orphan), kind: .text),
        .invertedBegin(id: FlagField.orphan.id, end: 104),
        .sectionBegin(id: FlagField.parentIsGone.id, end: 99),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 104),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 2040, count: 1)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 2041, count: 4)),
        .sectionBegin(id: FlagField.hasBody.id, end: 114), .sectionBegin(id: FlagField.isMirrored.id, end: 112),
        .literal(Slice(start: 2045, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 2055, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 2057, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 114),
        .html(id: InsertionPoint.body.id), .sectionBegin(id: FlagField.hasMedia.id, end: 153),
        .literal(Slice(start: 2063, count: 26)), .sectionBegin(id: FlagField.hasImage.id, end: 132),
        .literal(Slice(start: 2089, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 2098, count: 87)), .field(id: TextField.imageURL.id, kind: .url),
        .literal(Slice(start: 2185, count: 7)), .sectionBegin(id: FlagField.hasMediaTitle.id, end: 124),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 126),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 2192, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 131), .literal(Slice(start: 2193, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 2201, count: 1)),
        .literal(Slice(start: 2202, count: 43)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 147),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 141),
        .field(id: TextField.mediaLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 2245, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 2254, count: 77)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2331, count: 4)), .invertedBegin(id: FlagField.hasMediaTitle.id, end: 147),
        .literal(Slice(start: 2335, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 2344, count: 77)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 2421, count: 4)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 152),
        .field(id: TextField.mediaLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 152),
        .field(id: TextField.separator.id, kind: .text), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2425, count: 4)), .sectionBegin(id: FlagField.canReply.id, end: 159),
        .literal(Slice(start: 2429, count: 9)), .field(id: TextField.permalink.id, kind: .url),
        .literal(Slice(start: 2438, count: 106)), .field(id: TextField.replyLabel.id, kind: .text),
        .literal(Slice(start: 2544, count: 4)), .literal(Slice(start: 2548, count: 18)),
      ])
  }

  private static var tombstoneProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td width=\"12\" class=\"r1\" style=\"border-right:3px solid #bf1313\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><td class=\"t\" style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-top:1px solid #d5dbda\"><h3 style=\"margin:0;font-size:15px\"><i class=\"gone\" style=\"color:#5b6474;font-style:italic;font-weight:400\"></i></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span> </p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 201)), .sectionBegin(id: FlagField.isReply.id, end: 9),
        .literal(Slice(start: 201, count: 76)), .sectionBegin(id: FlagField.isDeep.id, end: 5),
        .literal(Slice(start: 277, count: 76)), .sectionBegin(id: FlagField.isDeeper.id, end: 7),
        .literal(Slice(start: 353, count: 76)), .sectionBegin(id: FlagField.isDeepest.id, end: 9),
        .literal(Slice(start: 429, count: 76)), .sectionBegin(id: FlagField.isReply.id, end: 11),
        .literal(Slice(start: 505, count: 71)), .invertedBegin(id: FlagField.isReply.id, end: 13),
        .literal(Slice(start: 576, count: 110)), .literal(Slice(start: 686, count: 108)),
        .field(id: TextField.reasonText.id, kind: .text), .literal(Slice(start: 794, count: 96)),
        .sectionBegin(id: FlagField.hasTime.id, end: 29), .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 20), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 29),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 27), .literal(Slice(start: 890, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 899, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 976, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 29), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 32), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 39),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 980, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 1009, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 1011, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 42),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 45),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .sectionBegin(id: FlagField.orphan.id, end: 48),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .orphan), kind: .text),
        .invertedBegin(id: FlagField.orphan.id, end: 57), .sectionBegin(id: FlagField.parentIsGone.id, end: 52),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 57),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 1018, count: 1)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1019, count: 22)),
      ])
  }

  private static var hiddenRepliesProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td width=\"12\" class=\"r1\" style=\"border-right:3px solid #bf1313\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td width=\"12\" class=\"r2\" style=\"border-right:3px solid #7a8492\">&nbsp;</td><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a></p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 201)), .sectionBegin(id: FlagField.isReply.id, end: 9),
        .literal(Slice(start: 201, count: 76)), .sectionBegin(id: FlagField.isDeep.id, end: 5),
        .literal(Slice(start: 277, count: 76)), .sectionBegin(id: FlagField.isDeeper.id, end: 7),
        .literal(Slice(start: 353, count: 76)), .sectionBegin(id: FlagField.isDeepest.id, end: 9),
        .literal(Slice(start: 429, count: 76)), .literal(Slice(start: 505, count: 133)),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 16), .literal(Slice(start: 638, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 647, count: 77)),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 724, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 25),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 23), .literal(Slice(start: 728, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 737, count: 77)),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 814, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 25), .field(id: TextField.countLabel.id, kind: .text),
        .literal(Slice(start: 818, count: 22)),
      ])
  }

  private static var moreCommentsProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td class=\"t\" style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-top:1px solid #d5dbda\"><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a></p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 373)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 7),
        .literal(Slice(start: 373, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 382, count: 77)), .field(id: TextField.countLabel.id, kind: .text),
        .literal(Slice(start: 459, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 9),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 463, count: 22)),
      ])
  }

  private static var noCommentsProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 334)), .field(id: TextField.noCommentsLabel.id, kind: .text),
        .literal(Slice(start: 334, count: 22)),
      ])
  }

  private static var noticeProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><h3 style=\"margin:0;font-size:15px\"> <b class=\"plate staff\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"><b class=\"plate moderator\" style=\"padding:0 4px;font-size:11px;background-color:#202634;color:#ffffff\"><b class=\"plate expert\" style=\"padding:0 4px;font-size:11px;background-color:#0b5cad;color:#ffffff\"><b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span> </p><div dir=\"\"></div><p style=\"margin:0 0 8px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"><img src=\"\" alt=\"\" width=\"\" border=\"0\" style=\"max-width:100%\"></a><br><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a></p> <p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p> <p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a></p> <table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" style=\"table-layout:fixed;margin:8px 0 4px;max-width:416px\"><tr><td align=\"center\" itemprop=\"potentialAction\" itemscope itemtype=\"https://schema.org/ViewAction\" class=\"act\" bgcolor=\"#bf1313\" style=\"padding:0;background-color:#bf1313;border-radius:4px;mso-padding-alt:12px 16px\"><a href=\"\" itemprop=\"target url\" style=\"display:block;padding:12px 16px;mso-padding-alt:0;color:#ffffff;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none\"><span itemprop=\"name\"></span></a></td></tr></table> </td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 308)), .sectionBegin(id: FlagField.hasAuthor.id, end: 3),
        .field(id: TextField.author.id, kind: .text), .invertedBegin(id: FlagField.hasAuthor.id, end: 5),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasBadges.id, end: 21), .listBegin(id: badgeListID, end: 21),
        .literal(Slice(start: 308, count: 1)), .sectionBegin(id: FlagField.isStaffBadge.id, end: 10),
        .literal(Slice(start: 309, count: 99)), .invertedBegin(id: FlagField.isStaffBadge.id, end: 18),
        .sectionBegin(id: FlagField.isModeratorBadge.id, end: 13), .literal(Slice(start: 408, count: 103)),
        .invertedBegin(id: FlagField.isModeratorBadge.id, end: 18),
        .sectionBegin(id: FlagField.isExpertBadge.id, end: 16), .literal(Slice(start: 511, count: 100)),
        .invertedBegin(id: FlagField.isExpertBadge.id, end: 18), .literal(Slice(start: 611, count: 93)),
        .field(id: TextField.badgeLabel.id, kind: .text), .literal(Slice(start: 704, count: 4)),
        .listEnd(id: badgeListID, begin: 7), .sectionBegin(id: FlagField.featured.id, end: 25),
        .literal(Slice(start: 708, count: 100)), .field(id: ConstantFields.id(of: .featured), kind: .text),
        .literal(Slice(start: 808, count: 4)), .sectionBegin(id: FlagField.isNew.id, end: 29),
        .literal(Slice(start: 812, count: 100)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 912, count: 4)), .sectionBegin(id: FlagField.isQuestion.id, end: 33),
        .literal(Slice(start: 916, count: 94)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 1010, count: 4)), .sectionBegin(id: FlagField.answered.id, end: 37),
        .literal(Slice(start: 1014, count: 94)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 1108, count: 4)), .sectionBegin(id: FlagField.unanswered.id, end: 41),
        .literal(Slice(start: 1112, count: 94)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 1206, count: 4)), .sectionBegin(id: FlagField.isReview.id, end: 45),
        .literal(Slice(start: 1210, count: 94)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 1304, count: 4)), .sectionBegin(id: FlagField.offTopic.id, end: 49),
        .literal(Slice(start: 1308, count: 94)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 1402, count: 4)), .literal(Slice(start: 1406, count: 92)),
        .sectionBegin(id: FlagField.hasTime.id, end: 63), .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 54), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 63),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 61), .literal(Slice(start: 1498, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 1507, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1584, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 63), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 66), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 73),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 1588, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 1617, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 1619, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 76),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 79),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .sectionBegin(id: FlagField.orphan.id, end: 82),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .orphan), kind: .text),
        .invertedBegin(id: FlagField.orphan.id, end: 91), .sectionBegin(id: FlagField.parentIsGone.id, end: 86),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 91),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 1626, count: 1)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1627, count: 4)),
        .sectionBegin(id: FlagField.hasBody.id, end: 101), .sectionBegin(id: FlagField.isMirrored.id, end: 99),
        .literal(Slice(start: 1631, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 1641, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 1643, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 101),
        .html(id: InsertionPoint.body.id), .sectionBegin(id: FlagField.hasMedia.id, end: 140),
        .literal(Slice(start: 1649, count: 26)), .sectionBegin(id: FlagField.hasImage.id, end: 119),
        .literal(Slice(start: 1675, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1684, count: 87)), .field(id: TextField.imageURL.id, kind: .url),
        .literal(Slice(start: 1771, count: 7)), .sectionBegin(id: FlagField.hasMediaTitle.id, end: 111),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 113),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 1778, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 118), .literal(Slice(start: 1779, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 1787, count: 1)),
        .literal(Slice(start: 1788, count: 43)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 134),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 128),
        .field(id: TextField.mediaLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 1831, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1840, count: 77)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 1917, count: 4)), .invertedBegin(id: FlagField.hasMediaTitle.id, end: 134),
        .literal(Slice(start: 1921, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1930, count: 77)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 2007, count: 4)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 139),
        .field(id: TextField.mediaLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 139),
        .field(id: TextField.separator.id, kind: .text), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2011, count: 4)), .literal(Slice(start: 2015, count: 1)),
        .sectionBegin(id: FlagField.hasRejection.id, end: 145), .literal(Slice(start: 2016, count: 62)),
        .field(id: TextField.rejectionLabel.id, kind: .text), .literal(Slice(start: 2078, count: 4)),
        .literal(Slice(start: 2082, count: 1)), .sectionBegin(id: FlagField.hasGuidelines.id, end: 152),
        .literal(Slice(start: 2083, count: 71)), .field(id: TextField.guidelinesURL.id, kind: .url),
        .literal(Slice(start: 2154, count: 77)), .field(id: ConstantFields.id(of: .guidelines), kind: .text),
        .literal(Slice(start: 2231, count: 8)), .literal(Slice(start: 2239, count: 1)),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 159), .literal(Slice(start: 2240, count: 359)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 2599, count: 188)),
        .field(id: ConstantFields.id(of: .goToComment), kind: .text), .literal(Slice(start: 2787, count: 29)),
        .literal(Slice(start: 2816, count: 19)),
      ])
  }

  private static var quotedProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><blockquote style=\"margin:0 0 8px;padding:0;padding-left:12px;border-left:3px solid;border-color:#7a8492\"><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><i></i></p><h3 style=\"margin:0;font-size:15px\"> <b class=\"plate staff\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"><b class=\"plate moderator\" style=\"padding:0 4px;font-size:11px;background-color:#202634;color:#ffffff\"><b class=\"plate expert\" style=\"padding:0 4px;font-size:11px;background-color:#0b5cad;color:#ffffff\"><b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span> </p><div dir=\"\"></div><p style=\"margin:0 0 8px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"><img src=\"\" alt=\"\" width=\"\" border=\"0\" style=\"max-width:100%\"></a><br><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a></p> </blockquote></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 378)), .sectionBegin(id: FlagField.isGone.id, end: 5),
        .literal(Slice(start: 378, count: 90)), .field(id: TextField.reasonText.id, kind: .text),
        .literal(Slice(start: 468, count: 8)), .invertedBegin(id: FlagField.isGone.id, end: 146),
        .literal(Slice(start: 476, count: 36)), .sectionBegin(id: FlagField.hasAuthor.id, end: 9),
        .field(id: TextField.author.id, kind: .text), .invertedBegin(id: FlagField.hasAuthor.id, end: 11),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasBadges.id, end: 27), .listBegin(id: badgeListID, end: 27),
        .literal(Slice(start: 512, count: 1)), .sectionBegin(id: FlagField.isStaffBadge.id, end: 16),
        .literal(Slice(start: 513, count: 99)), .invertedBegin(id: FlagField.isStaffBadge.id, end: 24),
        .sectionBegin(id: FlagField.isModeratorBadge.id, end: 19), .literal(Slice(start: 612, count: 103)),
        .invertedBegin(id: FlagField.isModeratorBadge.id, end: 24),
        .sectionBegin(id: FlagField.isExpertBadge.id, end: 22), .literal(Slice(start: 715, count: 100)),
        .invertedBegin(id: FlagField.isExpertBadge.id, end: 24), .literal(Slice(start: 815, count: 93)),
        .field(id: TextField.badgeLabel.id, kind: .text), .literal(Slice(start: 908, count: 4)),
        .listEnd(id: badgeListID, begin: 13), .sectionBegin(id: FlagField.featured.id, end: 31),
        .literal(Slice(start: 912, count: 100)), .field(id: ConstantFields.id(of: .featured), kind: .text),
        .literal(Slice(start: 1012, count: 4)), .sectionBegin(id: FlagField.isNew.id, end: 35),
        .literal(Slice(start: 1016, count: 100)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 1116, count: 4)), .sectionBegin(id: FlagField.isQuestion.id, end: 39),
        .literal(Slice(start: 1120, count: 94)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 1214, count: 4)), .sectionBegin(id: FlagField.answered.id, end: 43),
        .literal(Slice(start: 1218, count: 94)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 1312, count: 4)), .sectionBegin(id: FlagField.unanswered.id, end: 47),
        .literal(Slice(start: 1316, count: 94)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 1410, count: 4)), .sectionBegin(id: FlagField.isReview.id, end: 51),
        .literal(Slice(start: 1414, count: 94)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 1508, count: 4)), .sectionBegin(id: FlagField.offTopic.id, end: 55),
        .literal(Slice(start: 1512, count: 94)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 1606, count: 4)), .literal(Slice(start: 1610, count: 92)),
        .sectionBegin(id: FlagField.hasTime.id, end: 69), .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 60), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 69),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 67), .literal(Slice(start: 1702, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 1711, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1788, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 69), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 72), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 79),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 1792, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 1821, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 1823, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 82),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 85),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .sectionBegin(id: FlagField.orphan.id, end: 88),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .orphan), kind: .text),
        .invertedBegin(id: FlagField.orphan.id, end: 97), .sectionBegin(id: FlagField.parentIsGone.id, end: 92),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 97),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 1830, count: 1)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1831, count: 4)),
        .sectionBegin(id: FlagField.hasBody.id, end: 107), .sectionBegin(id: FlagField.isMirrored.id, end: 105),
        .literal(Slice(start: 1835, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 1845, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 1847, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 107),
        .html(id: InsertionPoint.body.id), .sectionBegin(id: FlagField.hasMedia.id, end: 146),
        .literal(Slice(start: 1853, count: 26)), .sectionBegin(id: FlagField.hasImage.id, end: 125),
        .literal(Slice(start: 1879, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1888, count: 87)), .field(id: TextField.imageURL.id, kind: .url),
        .literal(Slice(start: 1975, count: 7)), .sectionBegin(id: FlagField.hasMediaTitle.id, end: 117),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 119),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 1982, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 124), .literal(Slice(start: 1983, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 1991, count: 1)),
        .literal(Slice(start: 1992, count: 43)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 140),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 134),
        .field(id: TextField.mediaLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 2035, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 2044, count: 77)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2121, count: 4)), .invertedBegin(id: FlagField.hasMediaTitle.id, end: 140),
        .literal(Slice(start: 2125, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 2134, count: 77)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 2211, count: 4)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 145),
        .field(id: TextField.mediaLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 145),
        .field(id: TextField.separator.id, kind: .text), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2215, count: 4)), .literal(Slice(start: 2219, count: 32)),
      ])
  }

  private static var storyProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"air\" bgcolor=\"#f6f8f7\" style=\"max-width:640px;table-layout:fixed;background-color:#f6f8f7\"><tr><td style=\"font-size:12px;line-height:12px\">&nbsp;</td></tr></table><table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif\"><h2 style=\"margin:0;font-size:20px;line-height:28px\"></h2><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a></p><h2 style=\"margin:0;font-size:20px;line-height:28px\"><a href=\"\" style=\"text-decoration:none;color:#181c25\"></a><a href=\"\" style=\"text-decoration:none;color:#181c25\"></a></h2><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p><p class=\"meta\" style=\"margin:0;color:#5b6474;font-size:13px\"></p></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 529)), .sectionBegin(id: FlagField.hasHeadline.id, end: 16),
        .literal(Slice(start: 529, count: 53)), .field(id: TextField.headline.id, kind: .text),
        .literal(Slice(start: 582, count: 5)), .sectionBegin(id: FlagField.hasTitle.id, end: 16),
        .literal(Slice(start: 587, count: 62)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 13),
        .literal(Slice(start: 649, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 658, count: 77)), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 735, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 15),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 739, count: 4)),
        .invertedBegin(id: FlagField.hasHeadline.id, end: 37), .literal(Slice(start: 743, count: 53)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 27), .sectionBegin(id: FlagField.hasStoryURL.id, end: 25),
        .literal(Slice(start: 796, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 805, count: 45)), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 850, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 27),
        .field(id: TextField.title.id, kind: .text), .invertedBegin(id: FlagField.hasTitle.id, end: 36),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 34), .literal(Slice(start: 854, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 863, count: 45)),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 908, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 36),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 912, count: 5)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 41), .literal(Slice(start: 917, count: 62)),
        .field(id: TextField.organization.id, kind: .text), .literal(Slice(start: 979, count: 4)),
        .sectionBegin(id: FlagField.hasRating.id, end: 45), .literal(Slice(start: 983, count: 62)),
        .field(id: TextField.ratingLabel.id, kind: .text), .literal(Slice(start: 1045, count: 4)),
        .literal(Slice(start: 1049, count: 18)),
      ])
  }

  private static var chosenProgram: Program {
    Program(
      literals: Array(
        "<table role=\"presentation\" align=\"center\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" class=\"c\" bgcolor=\"#ffffff\" style=\"max-width:640px;table-layout:fixed;background-color:#ffffff;color:#181c25\"><tr><td class=\"t\" style=\"padding:12px 16px;font:16px/24px Segoe UI,Arial,sans-serif;border-top:1px solid #d5dbda\"><h3 style=\"margin:0;font-size:15px\"> <b class=\"plate staff\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"><b class=\"plate moderator\" style=\"padding:0 4px;font-size:11px;background-color:#202634;color:#ffffff\"><b class=\"plate expert\" style=\"padding:0 4px;font-size:11px;background-color:#0b5cad;color:#ffffff\"><b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate brand\" style=\"padding:0 4px;font-size:11px;background-color:#bf1313;color:#ffffff\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b> <b class=\"plate\" style=\"padding:0 4px;background-color:#e9edec;color:#41495a;font-size:11px\"></b></h3><p class=\"byline\" style=\"margin:0 0 4px;color:#5b6474;font-size:13px;line-height:20px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474\"></a><span role=\"img\" aria-label=\"\"></span> </p><div dir=\"\"></div><p style=\"margin:0 0 8px\"><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"><img src=\"\" alt=\"\" width=\"\" border=\"0\" style=\"max-width:100%\"></a><br><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a><a href=\"\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#a81010\"></a></p><a href=\"\" class=\"reply\" style=\"display:inline-block;max-width:100%;line-height:24px;color:#5b6474;font-size:13px\"></a></td></tr></table>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 347)), .sectionBegin(id: FlagField.hasAuthor.id, end: 3),
        .field(id: TextField.author.id, kind: .text), .invertedBegin(id: FlagField.hasAuthor.id, end: 5),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasBadges.id, end: 21), .listBegin(id: badgeListID, end: 21),
        .literal(Slice(start: 347, count: 1)), .sectionBegin(id: FlagField.isStaffBadge.id, end: 10),
        .literal(Slice(start: 348, count: 99)), .invertedBegin(id: FlagField.isStaffBadge.id, end: 18),
        .sectionBegin(id: FlagField.isModeratorBadge.id, end: 13), .literal(Slice(start: 447, count: 103)),
        .invertedBegin(id: FlagField.isModeratorBadge.id, end: 18),
        .sectionBegin(id: FlagField.isExpertBadge.id, end: 16), .literal(Slice(start: 550, count: 100)),
        .invertedBegin(id: FlagField.isExpertBadge.id, end: 18), .literal(Slice(start: 650, count: 93)),
        .field(id: TextField.badgeLabel.id, kind: .text), .literal(Slice(start: 743, count: 4)),
        .listEnd(id: badgeListID, begin: 7), .sectionBegin(id: FlagField.featured.id, end: 25),
        .literal(Slice(start: 747, count: 100)), .field(id: ConstantFields.id(of: .featured), kind: .text),
        .literal(Slice(start: 847, count: 4)), .sectionBegin(id: FlagField.isNew.id, end: 29),
        .literal(Slice(start: 851, count: 100)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 951, count: 4)), .sectionBegin(id: FlagField.isQuestion.id, end: 33),
        .literal(Slice(start: 955, count: 94)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 1049, count: 4)), .sectionBegin(id: FlagField.answered.id, end: 37),
        .literal(Slice(start: 1053, count: 94)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 1147, count: 4)), .sectionBegin(id: FlagField.unanswered.id, end: 41),
        .literal(Slice(start: 1151, count: 94)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 1245, count: 4)), .sectionBegin(id: FlagField.isReview.id, end: 45),
        .literal(Slice(start: 1249, count: 94)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 1343, count: 4)), .sectionBegin(id: FlagField.offTopic.id, end: 49),
        .literal(Slice(start: 1347, count: 94)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 1441, count: 4)), .literal(Slice(start: 1445, count: 92)),
        .sectionBegin(id: FlagField.hasTime.id, end: 63), .field(id: TextField.bylineSeparator.id, kind: .text),
        .sectionBegin(id: FlagField.canReply.id, end: 54), .field(id: TextField.time.id, kind: .text),
        .invertedBegin(id: FlagField.canReply.id, end: 63),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 61), .literal(Slice(start: 1537, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 1546, count: 77)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1623, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 63), .field(id: TextField.time.id, kind: .text),
        .sectionBegin(id: FlagField.edited.id, end: 66), .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .edited), kind: .text),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 73),
        .field(id: TextField.bylineSeparator.id, kind: .text), .literal(Slice(start: 1627, count: 29)),
        .field(id: TextField.starsLabel.id, kind: .text), .literal(Slice(start: 1656, count: 2)),
        .field(id: TextField.stars.id, kind: .text), .literal(Slice(start: 1658, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 76),
        .field(id: TextField.bylineSeparator.id, kind: .text), .field(id: TextField.likesLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplies.id, end: 79),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.replyCountLabel.id, kind: .text), .sectionBegin(id: FlagField.orphan.id, end: 82),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .orphan), kind: .text),
        .invertedBegin(id: FlagField.orphan.id, end: 91), .sectionBegin(id: FlagField.parentIsGone.id, end: 86),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 91),
        .field(id: TextField.bylineSeparator.id, kind: .text),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 1665, count: 1)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1666, count: 4)),
        .sectionBegin(id: FlagField.hasBody.id, end: 101), .sectionBegin(id: FlagField.isMirrored.id, end: 99),
        .literal(Slice(start: 1670, count: 10)), .field(id: TextField.bodyDir.id, kind: .token),
        .literal(Slice(start: 1680, count: 2)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 1682, count: 6)), .invertedBegin(id: FlagField.isMirrored.id, end: 101),
        .html(id: InsertionPoint.body.id), .sectionBegin(id: FlagField.hasMedia.id, end: 140),
        .literal(Slice(start: 1688, count: 26)), .sectionBegin(id: FlagField.hasImage.id, end: 119),
        .literal(Slice(start: 1714, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1723, count: 87)), .field(id: TextField.imageURL.id, kind: .url),
        .literal(Slice(start: 1810, count: 7)), .sectionBegin(id: FlagField.hasMediaTitle.id, end: 111),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 113),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 1817, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 118), .literal(Slice(start: 1818, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 1826, count: 1)),
        .literal(Slice(start: 1827, count: 43)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 134),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 128),
        .field(id: TextField.mediaLabel.id, kind: .text), .field(id: TextField.separator.id, kind: .text),
        .literal(Slice(start: 1870, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1879, count: 77)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 1956, count: 4)), .invertedBegin(id: FlagField.hasMediaTitle.id, end: 134),
        .literal(Slice(start: 1960, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 1969, count: 77)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 2046, count: 4)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 139),
        .field(id: TextField.mediaLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 139),
        .field(id: TextField.separator.id, kind: .text), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 2050, count: 4)), .sectionBegin(id: FlagField.canReply.id, end: 146),
        .literal(Slice(start: 2054, count: 9)), .field(id: TextField.permalink.id, kind: .url),
        .literal(Slice(start: 2063, count: 106)), .field(id: TextField.replyLabel.id, kind: .text),
        .literal(Slice(start: 2169, count: 4)), .literal(Slice(start: 2173, count: 18)),
      ])
  }
}
