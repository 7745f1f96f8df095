// The built-in templates as the programs that they compile to.
//
// Written by `ATOLL_UPDATE_COMPILED=1 swift test --filter Compiled`; not to be changed by hand.
// swift-format-ignore-file
import Bytes
import Layout
import MarkupWriting
import Templating

extension HTMLTemplateFile {
  /// The fingerprint of the templates that these programs were compiled from.
  static let compiledFingerprint: UInt64 = 2110251513854378680

  var compiled: Program {
    switch self {
    case .page: Self.pageProgram
    case .pageList: Self.pageListProgram
    case .cardPage: Self.cardPageProgram
    case .fragment: Self.fragmentProgram
    case .card: Self.cardProgram
    case .announcement: Self.announcementProgram
    case .infobox: Self.infoboxProgram
    case .questionBox: Self.questionBoxProgram
    case .closed: Self.closedProgram
    case .featured: Self.featuredProgram
    case .comments: Self.commentsProgram
    case .comment: Self.commentProgram
    case .tombstone: Self.tombstoneProgram
    case .ancestor: Self.ancestorProgram
    case .replies: Self.repliesProgram
    case .hiddenReplies: Self.hiddenRepliesProgram
    case .more: Self.moreProgram
    case .noComments: Self.noCommentsProgram
    case .story: Self.storyProgram
    }
  }

  private static var pageProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title> –  – </title><link rel=\"prev\" href=\"\"> <link rel=\"next\" href=\"\"> <meta name=\"description\" content=\"\"> <meta name=\"robots\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"alternate\" type=\"application/atom+xml\" title=\"\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta name=\"twitter:card\" content=\"summary\"></head><body><main><div class=\"a-head\"><p class=\"a-org\"></p><h1><a href=\"\"></a></h1></div><div class=\"a-head\"><h1></h1></div><section class=\"atoll coral coral-stream talk-embed-stream\" data-nosnippet><p class=\"a-archived\"></p><p class=\"a-page-top\"><span></span> <a href=\"\" rel=\"prev\"></a></p><nav class=\"a-pages\" aria-label=\"\"><ul><li><a href=\"\"></a></li><li><a href=\"\" rel=\"prev\"></a></li><li><span aria-hidden=\"true\">…</span><a href=\"\" aria-current=\"page\"></a><a href=\"\" aria-label=\"\"></a></li><li><a href=\"\" rel=\"next\"></a></li><li><a href=\"\"></a></li><li><a href=\"\"></a></li></ul></nav></section></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token, context: .attribute),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token, context: .attribute),
        .literal(Slice(start: 34, count: 106)), .sectionBegin(id: FlagField.hasTitle.id, end: 8),
        .field(id: TextField.title.id, kind: .text, context: .text), .literal(Slice(start: 140, count: 5)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .sectionBegin(id: FlagField.isPaged.id, end: 12), .literal(Slice(start: 145, count: 5)),
        .field(id: TextField.pageLabel.id, kind: .text, context: .text), .literal(Slice(start: 150, count: 8)),
        .sectionBegin(id: FlagField.isPaged.id, end: 24),
        .sectionBegin(id: FlagField.hasPreviousPage.id, end: 18), .literal(Slice(start: 158, count: 23)),
        .field(id: TextField.previousPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 181, count: 2)), .literal(Slice(start: 183, count: 1)),
        .sectionBegin(id: FlagField.hasNextPage.id, end: 23), .literal(Slice(start: 184, count: 23)),
        .field(id: TextField.nextPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 207, count: 2)), .literal(Slice(start: 209, count: 1)),
        .literal(Slice(start: 210, count: 34)),
        .field(id: TextField.description.id, kind: .text, context: .attribute),
        .literal(Slice(start: 244, count: 3)), .sectionBegin(id: FlagField.hasRobots.id, end: 31),
        .literal(Slice(start: 247, count: 29)),
        .field(id: TextField.robots.id, kind: .text, context: .attribute),
        .literal(Slice(start: 276, count: 2)), .literal(Slice(start: 278, count: 1)),
        .sectionBegin(id: FlagField.hasCanonical.id, end: 36), .literal(Slice(start: 279, count: 28)),
        .field(id: TextField.canonical.id, kind: .url, context: .attribute),
        .literal(Slice(start: 307, count: 2)), .literal(Slice(start: 309, count: 1)),
        .sectionBegin(id: FlagField.hasFeed.id, end: 43), .literal(Slice(start: 310, count: 57)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .attribute),
        .literal(Slice(start: 367, count: 8)),
        .field(id: TextField.feedURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 375, count: 2)), .literal(Slice(start: 377, count: 80)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 46),
        .field(id: TextField.title.id, kind: .text, context: .attribute),
        .invertedBegin(id: FlagField.hasTitle.id, end: 48),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .attribute),
        .literal(Slice(start: 457, count: 44)),
        .field(id: TextField.description.id, kind: .text, context: .attribute),
        .literal(Slice(start: 501, count: 3)), .sectionBegin(id: FlagField.hasCanonical.id, end: 55),
        .literal(Slice(start: 504, count: 33)),
        .field(id: TextField.canonical.id, kind: .url, context: .attribute),
        .literal(Slice(start: 537, count: 2)), .literal(Slice(start: 539, count: 1)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 60), .literal(Slice(start: 540, count: 39)),
        .field(id: TextField.organization.id, kind: .text, context: .attribute),
        .literal(Slice(start: 579, count: 2)), .literal(Slice(start: 581, count: 45)),
        .mark(id: InsertionPoint.head.id), .literal(Slice(start: 626, count: 19)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 79), .literal(Slice(start: 645, count: 20)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 69), .literal(Slice(start: 665, count: 17)),
        .field(id: TextField.organization.id, kind: .text, context: .text),
        .literal(Slice(start: 682, count: 4)), .literal(Slice(start: 686, count: 4)),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 76), .literal(Slice(start: 690, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 699, count: 2)), .field(id: TextField.title.id, kind: .text, context: .text),
        .literal(Slice(start: 701, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 78),
        .field(id: TextField.title.id, kind: .text, context: .text), .literal(Slice(start: 705, count: 11)),
        .invertedBegin(id: FlagField.hasTitle.id, end: 83), .literal(Slice(start: 716, count: 24)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .literal(Slice(start: 740, count: 11)), .literal(Slice(start: 751, count: 21)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 86), .literal(Slice(start: 772, count: 19)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 88), .literal(Slice(start: 791, count: 18)),
        .literal(Slice(start: 809, count: 1)), .sectionBegin(id: FlagField.noSnippet.id, end: 91),
        .literal(Slice(start: 810, count: 15)), .literal(Slice(start: 825, count: 1)),
        .sectionBegin(id: FlagField.isArchive.id, end: 96), .literal(Slice(start: 826, count: 22)),
        .field(id: TextField.archivedLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 848, count: 4)), .sectionBegin(id: FlagField.isPaged.id, end: 107),
        .literal(Slice(start: 852, count: 28)), .field(id: TextField.pageLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 880, count: 7)), .sectionBegin(id: FlagField.hasPreviousPage.id, end: 106),
        .literal(Slice(start: 887, count: 10)),
        .field(id: TextField.previousPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 897, count: 13)),
        .field(id: ConstantFields.id(of: .previousPage), kind: .text, context: .text),
        .literal(Slice(start: 910, count: 4)), .literal(Slice(start: 914, count: 4)),
        .mark(id: InsertionPoint.blocks.id), .sectionBegin(id: FlagField.isPaged.id, end: 162),
        .literal(Slice(start: 918, count: 33)),
        .field(id: ConstantFields.id(of: .pages), kind: .text, context: .attribute),
        .literal(Slice(start: 951, count: 6)), .sectionBegin(id: FlagField.hasFirstPage.id, end: 118),
        .literal(Slice(start: 957, count: 13)),
        .field(id: TextField.firstPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 970, count: 2)),
        .field(id: ConstantFields.id(of: .firstPage), kind: .text, context: .text),
        .literal(Slice(start: 972, count: 9)), .sectionBegin(id: FlagField.hasPreviousPage.id, end: 124),
        .literal(Slice(start: 981, count: 13)),
        .field(id: TextField.previousPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 994, count: 13)),
        .field(id: ConstantFields.id(of: .previousPage), kind: .text, context: .text),
        .literal(Slice(start: 1007, count: 9)), .listBegin(id: pagesID, end: 145),
        .literal(Slice(start: 1016, count: 4)), .sectionBegin(id: FlagField.isPageGap.id, end: 128),
        .literal(Slice(start: 1020, count: 35)), .invertedBegin(id: FlagField.isPageGap.id, end: 143),
        .sectionBegin(id: FlagField.isCurrentPage.id, end: 135), .literal(Slice(start: 1055, count: 9)),
        .field(id: TextField.pageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1064, count: 22)),
        .field(id: NumberField.pageNumber.id, kind: .number, context: .text),
        .literal(Slice(start: 1086, count: 4)), .invertedBegin(id: FlagField.isCurrentPage.id, end: 143),
        .literal(Slice(start: 1090, count: 9)),
        .field(id: TextField.pageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1099, count: 14)),
        .field(id: TextField.pageLabel.id, kind: .text, context: .attribute),
        .literal(Slice(start: 1113, count: 2)),
        .field(id: NumberField.pageNumber.id, kind: .number, context: .text),
        .literal(Slice(start: 1115, count: 4)), .literal(Slice(start: 1119, count: 5)),
        .listEnd(id: pagesID, begin: 125), .sectionBegin(id: FlagField.hasNextPage.id, end: 151),
        .literal(Slice(start: 1124, count: 13)),
        .field(id: TextField.nextPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1137, count: 13)),
        .field(id: ConstantFields.id(of: .nextPage), kind: .text, context: .text),
        .literal(Slice(start: 1150, count: 9)), .sectionBegin(id: FlagField.hasLastPage.id, end: 157),
        .literal(Slice(start: 1159, count: 13)),
        .field(id: TextField.lastPageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1172, count: 2)),
        .field(id: ConstantFields.id(of: .lastPage), kind: .text, context: .text),
        .literal(Slice(start: 1174, count: 9)), .literal(Slice(start: 1183, count: 13)),
        .field(id: TextField.pageListURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1196, count: 2)),
        .field(id: ConstantFields.id(of: .allPages), kind: .text, context: .text),
        .literal(Slice(start: 1198, count: 20)), .literal(Slice(start: 1218, count: 31)),
      ])
  }

  private static var pageListProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title> – </title><meta name=\"description\" content=\"\"> <meta name=\"robots\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"alternate\" type=\"application/atom+xml\" title=\"\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta name=\"twitter:card\" content=\"summary\"></head><body><main><div class=\"a-head\"><p class=\"a-org\"></p><h1><a href=\"\"></a></h1></div><div class=\"a-head\"><h1></h1></div><section class=\"atoll\" data-nosnippet><p class=\"a-archived\"></p><h2 class=\"a-title\"></h2><p class=\"a-rating\"></p><ol class=\"a-page-list\"><li><a href=\"\"></a> <span> – </span></li></ol></section></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token, context: .attribute),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token, context: .attribute),
        .literal(Slice(start: 34, count: 106)), .sectionBegin(id: FlagField.hasTitle.id, end: 8),
        .field(id: TextField.title.id, kind: .text, context: .text), .literal(Slice(start: 140, count: 5)),
        .field(id: ConstantFields.id(of: .pages), kind: .text, context: .text),
        .literal(Slice(start: 145, count: 42)),
        .field(id: TextField.description.id, kind: .text, context: .attribute),
        .literal(Slice(start: 187, count: 3)), .sectionBegin(id: FlagField.hasRobots.id, end: 16),
        .literal(Slice(start: 190, count: 29)),
        .field(id: TextField.robots.id, kind: .text, context: .attribute),
        .literal(Slice(start: 219, count: 2)), .literal(Slice(start: 221, count: 1)),
        .sectionBegin(id: FlagField.hasCanonical.id, end: 21), .literal(Slice(start: 222, count: 28)),
        .field(id: TextField.canonical.id, kind: .url, context: .attribute),
        .literal(Slice(start: 250, count: 2)), .literal(Slice(start: 252, count: 1)),
        .sectionBegin(id: FlagField.hasFeed.id, end: 28), .literal(Slice(start: 253, count: 57)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .attribute),
        .literal(Slice(start: 310, count: 8)),
        .field(id: TextField.feedURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 318, count: 2)), .literal(Slice(start: 320, count: 80)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 31),
        .field(id: TextField.title.id, kind: .text, context: .attribute),
        .invertedBegin(id: FlagField.hasTitle.id, end: 33),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .attribute),
        .literal(Slice(start: 400, count: 44)),
        .field(id: TextField.description.id, kind: .text, context: .attribute),
        .literal(Slice(start: 444, count: 3)), .sectionBegin(id: FlagField.hasCanonical.id, end: 40),
        .literal(Slice(start: 447, count: 33)),
        .field(id: TextField.canonical.id, kind: .url, context: .attribute),
        .literal(Slice(start: 480, count: 2)), .literal(Slice(start: 482, count: 1)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 45), .literal(Slice(start: 483, count: 39)),
        .field(id: TextField.organization.id, kind: .text, context: .attribute),
        .literal(Slice(start: 522, count: 2)), .literal(Slice(start: 524, count: 45)),
        .mark(id: InsertionPoint.head.id), .literal(Slice(start: 569, count: 19)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 64), .literal(Slice(start: 588, count: 20)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 54), .literal(Slice(start: 608, count: 17)),
        .field(id: TextField.organization.id, kind: .text, context: .text),
        .literal(Slice(start: 625, count: 4)), .literal(Slice(start: 629, count: 4)),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 61), .literal(Slice(start: 633, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 642, count: 2)), .field(id: TextField.title.id, kind: .text, context: .text),
        .literal(Slice(start: 644, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 63),
        .field(id: TextField.title.id, kind: .text, context: .text), .literal(Slice(start: 648, count: 11)),
        .invertedBegin(id: FlagField.hasTitle.id, end: 68), .literal(Slice(start: 659, count: 24)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .literal(Slice(start: 683, count: 11)), .literal(Slice(start: 694, count: 22)),
        .sectionBegin(id: FlagField.noSnippet.id, end: 71), .literal(Slice(start: 716, count: 15)),
        .literal(Slice(start: 731, count: 1)), .sectionBegin(id: FlagField.isArchive.id, end: 76),
        .literal(Slice(start: 732, count: 22)),
        .field(id: TextField.archivedLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 754, count: 4)), .literal(Slice(start: 758, count: 20)),
        .field(id: ConstantFields.id(of: .pages), kind: .text, context: .text),
        .literal(Slice(start: 778, count: 5)), .sectionBegin(id: FlagField.hasRating.id, end: 83),
        .literal(Slice(start: 783, count: 20)),
        .field(id: TextField.ratingLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 803, count: 4)), .literal(Slice(start: 807, count: 24)),
        .listBegin(id: pagesID, end: 98), .literal(Slice(start: 831, count: 13)),
        .field(id: TextField.pageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 844, count: 2)), .field(id: TextField.pageLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 846, count: 5)), .sectionBegin(id: FlagField.hasPageTimes.id, end: 96),
        .literal(Slice(start: 851, count: 6)),
        .field(id: TextField.pageFirstTime.id, kind: .text, context: .text),
        .literal(Slice(start: 857, count: 5)),
        .field(id: TextField.pageLastTime.id, kind: .text, context: .text),
        .literal(Slice(start: 862, count: 7)), .literal(Slice(start: 869, count: 5)),
        .listEnd(id: pagesID, begin: 85), .literal(Slice(start: 874, count: 36)),
      ])
  }

  private static var cardPageProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title></title><meta name=\"description\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"canonical\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta property=\"og:image\" content=\"\"> <meta property=\"og:image:type\" content=\"image/png\"> <meta property=\"og:image:width\" content=\"\"> <meta property=\"og:image:height\" content=\"\"> <meta property=\"og:image:alt\" content=\"\"> <meta name=\"twitter:card\" content=\"summary_large_image\"> <link rel=\"alternate\" type=\"application/json+oembed\" title=\"\" href=\"\"></head><body><main><div class=\"a-head\"><h1></h1></div></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token, context: .attribute),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token, context: .attribute),
        .literal(Slice(start: 34, count: 106)), .field(id: 640, kind: .text, context: .text),
        .literal(Slice(start: 140, count: 42)), .field(id: 641, kind: .text, context: .attribute),
        .literal(Slice(start: 182, count: 3)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 13),
        .literal(Slice(start: 185, count: 28)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 213, count: 2)), .literal(Slice(start: 215, count: 1)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 18), .literal(Slice(start: 216, count: 28)),
        .field(id: 642, kind: .url, context: .attribute), .literal(Slice(start: 244, count: 2)),
        .literal(Slice(start: 246, count: 80)), .field(id: 640, kind: .text, context: .attribute),
        .literal(Slice(start: 326, count: 44)), .field(id: 641, kind: .text, context: .attribute),
        .literal(Slice(start: 370, count: 36)), .field(id: 642, kind: .url, context: .attribute),
        .literal(Slice(start: 406, count: 3)), .sectionBegin(id: FlagField.hasOrganization.id, end: 29),
        .literal(Slice(start: 409, count: 39)),
        .field(id: TextField.organization.id, kind: .text, context: .attribute),
        .literal(Slice(start: 448, count: 2)), .literal(Slice(start: 450, count: 36)),
        .field(id: 643, kind: .url, context: .attribute), .literal(Slice(start: 486, count: 96)),
        .field(id: 644, kind: .number, context: .attribute), .literal(Slice(start: 582, count: 45)),
        .field(id: 645, kind: .number, context: .attribute), .literal(Slice(start: 627, count: 42)),
        .field(id: 641, kind: .text, context: .attribute), .literal(Slice(start: 669, count: 120)),
        .field(id: 640, kind: .text, context: .attribute), .literal(Slice(start: 789, count: 8)),
        .field(id: 646, kind: .url, context: .attribute), .literal(Slice(start: 797, count: 2)),
        .mark(id: InsertionPoint.head.id), .literal(Slice(start: 799, count: 43)),
        .field(id: 640, kind: .text, context: .text), .literal(Slice(start: 842, count: 11)),
        .mark(id: InsertionPoint.blocks.id), .literal(Slice(start: 853, count: 21)),
      ])
  }

  private static var fragmentProgram: Program {
    Program(
      literals: Array(
        "<section class=\"atoll  coral coral-stream talk-embed-stream\" lang=\"\" dir=\"\" data-nosnippet><p class=\"a-archived\"></p></section>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 21)), .sectionBegin(id: FlagField.hasRootClass.id, end: 4),
        .literal(Slice(start: 21, count: 1)),
        .field(id: TextField.rootClass.id, kind: .token, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 6), .literal(Slice(start: 22, count: 19)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 8), .literal(Slice(start: 41, count: 18)),
        .literal(Slice(start: 59, count: 8)), .field(id: TextField.lang.id, kind: .token, context: .attribute),
        .literal(Slice(start: 67, count: 7)), .field(id: TextField.dir.id, kind: .token, context: .attribute),
        .literal(Slice(start: 74, count: 1)), .sectionBegin(id: FlagField.noSnippet.id, end: 15),
        .literal(Slice(start: 75, count: 15)), .literal(Slice(start: 90, count: 1)),
        .mark(id: InsertionPoint.style.id), .sectionBegin(id: FlagField.isArchive.id, end: 21),
        .literal(Slice(start: 91, count: 22)),
        .field(id: TextField.archivedLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 113, count: 4)), .mark(id: InsertionPoint.blocks.id),
        .literal(Slice(start: 117, count: 10)),
      ])
  }

  private static var cardProgram: Program {
    Program(
      literals: Array(
        "<section class=\"atoll a-card  coral coral-stream talk-embed-stream\" lang=\"\" dir=\"\" data-nosnippet><h2 class=\"a-v\"></h2><div class=\"a-of\"><p class=\"a-org\"><bdi></bdi></p><p class=\"a-source\"><a href=\"\"></a></p></div><ol class=\"a-l\"></ol></section>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 28)), .sectionBegin(id: FlagField.hasRootClass.id, end: 4),
        .literal(Slice(start: 28, count: 1)),
        .field(id: TextField.rootClass.id, kind: .token, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 6), .literal(Slice(start: 29, count: 19)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 8), .literal(Slice(start: 48, count: 18)),
        .literal(Slice(start: 66, count: 8)), .field(id: TextField.lang.id, kind: .token, context: .attribute),
        .literal(Slice(start: 74, count: 7)), .field(id: TextField.dir.id, kind: .token, context: .attribute),
        .literal(Slice(start: 81, count: 1)), .sectionBegin(id: FlagField.noSnippet.id, end: 15),
        .literal(Slice(start: 82, count: 15)), .literal(Slice(start: 97, count: 1)),
        .mark(id: InsertionPoint.style.id), .literal(Slice(start: 98, count: 16)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .literal(Slice(start: 114, count: 23)), .sectionBegin(id: FlagField.hasOrganization.id, end: 24),
        .literal(Slice(start: 137, count: 22)),
        .field(id: TextField.organization.id, kind: .text, context: .text),
        .literal(Slice(start: 159, count: 10)), .sectionBegin(id: FlagField.hasTitle.id, end: 35),
        .literal(Slice(start: 169, count: 20)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 32),
        .literal(Slice(start: 189, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 198, count: 2)), .field(id: TextField.title.id, kind: .text, context: .text),
        .literal(Slice(start: 200, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 34),
        .field(id: TextField.title.id, kind: .text, context: .text), .literal(Slice(start: 204, count: 4)),
        .literal(Slice(start: 208, count: 22)), .mark(id: InsertionPoint.blocks.id),
        .literal(Slice(start: 230, count: 15)),
      ])
  }

  private static var announcementProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-ann coral coral-announcement\"><h2 class=\"a-v\"></h2><div class=\"a-b\" dir=\"auto\"></div></div>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 17)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 17, count: 25)), .literal(Slice(start: 42, count: 18)),
        .field(id: ConstantFields.id(of: .announcement), kind: .text, context: .text),
        .literal(Slice(start: 60, count: 33)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 93, count: 12)),
      ])
  }

  private static var infoboxProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-info coral coral-guidelines talk-plugin-infobox-info\"><h2 class=\"a-v\"></h2><div class=\"a-b coral coral-guidelines-content\" dir=\"auto\"></div></div>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 18)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 18, count: 23)), .sectionBegin(id: FlagField.talkClasses.id, end: 5),
        .literal(Slice(start: 41, count: 25)), .literal(Slice(start: 66, count: 18)),
        .field(id: ConstantFields.id(of: .information), kind: .text, context: .text),
        .literal(Slice(start: 84, count: 20)), .sectionBegin(id: FlagField.coralClasses.id, end: 10),
        .literal(Slice(start: 104, count: 31)), .literal(Slice(start: 135, count: 13)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 148, count: 12)),
      ])
  }

  private static var questionBoxProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-q coral coral-createComment-message questionbox-info\"><h2 class=\"a-v\"></h2><span class=\"a-icon\" aria-hidden=\"true\">?</span><div class=\"a-b questionbox-content\" dir=\"auto\"></div></div>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 15)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 15, count: 34)), .sectionBegin(id: FlagField.talkClasses.id, end: 5),
        .literal(Slice(start: 49, count: 17)), .literal(Slice(start: 66, count: 18)),
        .field(id: ConstantFields.id(of: .question), kind: .text, context: .text),
        .literal(Slice(start: 84, count: 68)), .sectionBegin(id: FlagField.talkClasses.id, end: 10),
        .literal(Slice(start: 152, count: 20)), .literal(Slice(start: 172, count: 13)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 185, count: 12)),
      ])
  }

  private static var closedProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-closed coral coral-createComment-closed talk-stream-no-comments-closed-message\"><span class=\"a-lock\" aria-hidden=\"true\"></span><h2></h2><div class=\"a-b\" dir=\"auto\"></div></div>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 20)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 20, count: 33)), .sectionBegin(id: FlagField.talkClasses.id, end: 5),
        .literal(Slice(start: 53, count: 39)), .literal(Slice(start: 92, count: 53)),
        .field(id: TextField.closedLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 145, count: 33)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 178, count: 12)),
      ])
  }

  private static var featuredProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-feats coral coral-featuredComments\"><h2><span class=\"a-g a-g-featured\"></span></h2><article class=\"a-feat coral coral-featuredComment talk-plugin-featured-comments-comment\"><span class=\"a-stars\" role=\"img\" aria-label=\"/5\"></span><div class=\"a-b coral coral-featuredComment-content talk-plugin-featured-comments-comment-body\" dir=\"auto\"></div><p class=\"a-m\"><a href=\"\" rel=\"nofollow ugc noopener noreferrer\"><img src=\"\" alt=\"\" width=\"\" height=\"\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><span></span> <bdi></bdi></a><span></span> <bdi></bdi></p><footer class=\"a-by\"><h3 class=\"a-n a-i- coral coral-username talk-plugin-featured-comments-comment-username\" data-i=\"\"><img class=\"a-av\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></h3> <span class=\"a-g a-g- coral coral-userTag coral-comment-userTag talk-plugin-tag-label\"></span> <time datetime=\"\"></time> <span></span> <span class=\"a-by-editor\"> <bdi></bdi></span> <a class=\"a-go\" href=\"\"><span class=\"a-v\">: </span></a></footer></article><p class=\"a-more-feats\"></p></div>".utf8),
      ops: [
        .sectionBegin(id: FlagField.featuredFirst.id, end: 7), .literal(Slice(start: 0, count: 19)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 4), .literal(Slice(start: 19, count: 29)),
        .literal(Slice(start: 48, count: 37)),
        .field(id: TextField.featuredTitle.id, kind: .text, context: .text),
        .literal(Slice(start: 85, count: 12)), .literal(Slice(start: 97, count: 22)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 10), .literal(Slice(start: 119, count: 28)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 12), .literal(Slice(start: 147, count: 38)),
        .literal(Slice(start: 185, count: 2)), .sectionBegin(id: FlagField.hasRatingStars.id, end: 19),
        .literal(Slice(start: 187, count: 45)),
        .field(id: NumberField.rating.id, kind: .number, context: .attribute),
        .literal(Slice(start: 232, count: 4)), .field(id: TextField.stars.id, kind: .text, context: .text),
        .literal(Slice(start: 236, count: 7)), .literal(Slice(start: 243, count: 15)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 22), .literal(Slice(start: 258, count: 36)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 24), .literal(Slice(start: 294, count: 43)),
        .literal(Slice(start: 337, count: 13)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 350, count: 6)), .sectionBegin(id: FlagField.hasMedia.id, end: 62),
        .literal(Slice(start: 356, count: 15)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 55),
        .literal(Slice(start: 371, count: 9)),
        .field(id: TextField.mediaURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 380, count: 41)), .sectionBegin(id: FlagField.hasImage.id, end: 46),
        .literal(Slice(start: 421, count: 10)),
        .field(id: TextField.imageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 431, count: 7)),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .attribute),
        .literal(Slice(start: 438, count: 1)), .sectionBegin(id: FlagField.hasImageSize.id, end: 45),
        .literal(Slice(start: 439, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number, context: .attribute),
        .literal(Slice(start: 447, count: 10)),
        .field(id: NumberField.imageHeight.id, kind: .number, context: .attribute),
        .literal(Slice(start: 457, count: 1)), .literal(Slice(start: 458, count: 62)),
        .literal(Slice(start: 520, count: 6)), .field(id: TextField.mediaLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 526, count: 13)), .invertedBegin(id: FlagField.hasImage.id, end: 54),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 52),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 54),
        .field(id: TextField.mediaHost.id, kind: .text, context: .text), .literal(Slice(start: 539, count: 10)),
        .invertedBegin(id: FlagField.hasMediaLink.id, end: 61), .literal(Slice(start: 549, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 555, count: 13)),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .text), .literal(Slice(start: 568, count: 6)),
        .literal(Slice(start: 574, count: 4)), .literal(Slice(start: 578, count: 35)),
        .sectionBegin(id: FlagField.showsInitials.id, end: 67),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 67), .literal(Slice(start: 613, count: 5)),
        .field(id: NumberField.avatarColor.id, kind: .number, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 69), .literal(Slice(start: 618, count: 21)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 71), .literal(Slice(start: 639, count: 47)),
        .literal(Slice(start: 686, count: 1)), .sectionBegin(id: FlagField.showsInitials.id, end: 77),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 77), .literal(Slice(start: 687, count: 9)),
        .field(id: TextField.initials.id, kind: .text, context: .attribute),
        .literal(Slice(start: 696, count: 1)), .literal(Slice(start: 697, count: 1)),
        .sectionBegin(id: FlagField.hasAvatar.id, end: 82), .literal(Slice(start: 698, count: 23)),
        .field(id: TextField.avatarURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 721, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 86),
        .literal(Slice(start: 814, count: 5)), .field(id: TextField.author.id, kind: .text, context: .text),
        .literal(Slice(start: 819, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 88),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text, context: .text),
        .literal(Slice(start: 825, count: 5)), .sectionBegin(id: FlagField.hasBadges.id, end: 101),
        .listBegin(id: badgesID, end: 101), .literal(Slice(start: 830, count: 22)),
        .field(id: TextField.badgeKind.id, kind: .token, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 95), .literal(Slice(start: 852, count: 42)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 97), .literal(Slice(start: 894, count: 22)),
        .literal(Slice(start: 916, count: 2)), .field(id: TextField.badgeLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 918, count: 7)), .listEnd(id: badgesID, begin: 91),
        .sectionBegin(id: FlagField.hasTime.id, end: 107), .literal(Slice(start: 925, count: 17)),
        .field(id: TextField.datetime.id, kind: .text, context: .attribute),
        .literal(Slice(start: 942, count: 2)), .field(id: TextField.time.id, kind: .text, context: .text),
        .literal(Slice(start: 944, count: 7)), .sectionBegin(id: FlagField.hasLikes.id, end: 111),
        .literal(Slice(start: 951, count: 7)), .field(id: TextField.likesLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 958, count: 7)), .sectionBegin(id: FlagField.hasFeaturedBy.id, end: 117),
        .literal(Slice(start: 965, count: 27)),
        .field(id: ConstantFields.id(of: .featuredBy), kind: .text, context: .text),
        .literal(Slice(start: 992, count: 6)), .field(id: TextField.featuredBy.id, kind: .text, context: .text),
        .literal(Slice(start: 998, count: 13)), .sectionBegin(id: FlagField.hasCommentLink.id, end: 127),
        .literal(Slice(start: 1011, count: 23)),
        .field(id: TextField.commentLink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1034, count: 2)),
        .field(id: ConstantFields.id(of: .goToComment), kind: .text, context: .text),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 126), .literal(Slice(start: 1036, count: 20)),
        .field(id: TextField.author.id, kind: .text, context: .text), .literal(Slice(start: 1056, count: 7)),
        .literal(Slice(start: 1063, count: 4)), .literal(Slice(start: 1067, count: 19)),
        .sectionBegin(id: FlagField.featuredLast.id, end: 134),
        .sectionBegin(id: FlagField.hasMoreFeatured.id, end: 133), .literal(Slice(start: 1086, count: 24)),
        .field(id: TextField.moreFeaturedLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 1110, count: 4)), .literal(Slice(start: 1114, count: 6)),
      ])
  }

  private static var commentsProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title coral coral-counter\"> <span class=\"a-count\">()</span></h2><p class=\"a-rating\"></p><form class=\"a-sort coral coral-sortMenu talk-stream-filter-wrapper\"><button disabled hidden></button><fieldset><legend class=\"a-v\"></legend><label><input type=\"radio\" name=\"sort\" value=\"n\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"o\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"l\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"r\" checked><span></span></label></fieldset></form><p class=\"a-sorted\"></p></div><ol class=\"a-l coral coral-comments talk-stream-comments-container\"></ol>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 37)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 37, count: 20)), .literal(Slice(start: 57, count: 2)),
        .field(id: TextField.heading.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.isPaged.id, end: 10),
        .invertedBegin(id: FlagField.countsRatings.id, end: 10), .literal(Slice(start: 59, count: 24)),
        .field(id: TextField.headingCount.id, kind: .text, context: .text),
        .literal(Slice(start: 83, count: 8)), .literal(Slice(start: 91, count: 5)),
        .invertedBegin(id: FlagField.isPaged.id, end: 17),
        .sectionBegin(id: FlagField.firstHeading.id, end: 17),
        .sectionBegin(id: FlagField.hasRating.id, end: 17), .literal(Slice(start: 96, count: 20)),
        .field(id: TextField.ratingLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 116, count: 4)), .sectionBegin(id: FlagField.sortControls.id, end: 47),
        .sectionBegin(id: FlagField.firstHeading.id, end: 47), .literal(Slice(start: 120, count: 19)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 22), .literal(Slice(start: 139, count: 21)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 24), .literal(Slice(start: 160, count: 27)),
        .literal(Slice(start: 187, count: 65)),
        .field(id: ConstantFields.id(of: .sortBy), kind: .text, context: .text),
        .literal(Slice(start: 252, count: 57)), .sectionBegin(id: FlagField.sortNewest.id, end: 29),
        .literal(Slice(start: 309, count: 8)), .literal(Slice(start: 317, count: 7)),
        .field(id: ConstantFields.id(of: .newest), kind: .text, context: .text),
        .literal(Slice(start: 324, count: 64)), .sectionBegin(id: FlagField.sortOldest.id, end: 34),
        .literal(Slice(start: 388, count: 8)), .literal(Slice(start: 396, count: 7)),
        .field(id: ConstantFields.id(of: .oldest), kind: .text, context: .text),
        .literal(Slice(start: 403, count: 64)), .sectionBegin(id: FlagField.sortLikes.id, end: 39),
        .literal(Slice(start: 467, count: 8)), .literal(Slice(start: 475, count: 7)),
        .field(id: ConstantFields.id(of: .mostLiked), kind: .text, context: .text),
        .literal(Slice(start: 482, count: 64)), .sectionBegin(id: FlagField.sortReplies.id, end: 44),
        .literal(Slice(start: 546, count: 8)), .literal(Slice(start: 554, count: 7)),
        .field(id: ConstantFields.id(of: .mostReplies), kind: .text, context: .text),
        .literal(Slice(start: 561, count: 33)), .invertedBegin(id: FlagField.sortControls.id, end: 51),
        .literal(Slice(start: 594, count: 20)), .field(id: TextField.sortLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 614, count: 4)), .literal(Slice(start: 618, count: 20)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 54), .literal(Slice(start: 638, count: 21)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 56), .literal(Slice(start: 659, count: 31)),
        .literal(Slice(start: 690, count: 2)), .mark(id: InsertionPoint.comments.id),
        .literal(Slice(start: 692, count: 5)),
      ])
  }

  private static var commentProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-hi a-new coral coral-comment coral-indent coral-indent- talk-stream-comment-wrapper talk-stream-comment-wrapper-level-\" id=\"\" style=\"--n:;--o:;--l:;--r:\"><article><header><h3 class=\"a-n a-i- coral coral-username coral-comment-username talk-stream-comment-user-name\" data-i=\"\"><i> .  <bdi></bdi>. :</i> <img class=\"a-av\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></h3> <span class=\"a-g a-g- coral coral-userTag coral-comment-userTag talk-plugin-tag-label\"></span> <span class=\"a-g a-g-featured coral coral-featuredTag coral-comment-featuredTag talk-stream-comment-featured-tag-label\"></span> <span class=\"a-g a-g-question\"></span> <span class=\"a-g a-g-review\"></span> <span class=\"a-g a-g-answered\"></span> <span class=\"a-g a-g-unanswered\"></span> <span class=\"a-g a-g-off\"></span> <span class=\"a-g a-g-new\"></span> <a class=\"a-t coral coral-timestamp coral-comment-timestamp talk-comment-timestamp\" href=\"\"><i>, : </i><time datetime=\"\"></time></a> <time class=\"a-t\" datetime=\"\"></time> <span class=\"a-e coral coral-comment-edited\"></span></header><p class=\"a-to a-orphan\"></p><p class=\"a-to coral coral-comment-inReplyTo\"> <a href=\"\"><bdi></bdi></a><bdi></bdi></p><span class=\"a-stars\" role=\"img\" aria-label=\"/5\"></span><div class=\"a-b coral coral-content coral-comment-content talk-stream-comment-content\" dir=\"auto\"></div><p class=\"a-m\"><a href=\"\" rel=\"nofollow ugc noopener noreferrer\"><img src=\"\" alt=\"\" width=\"\" height=\"\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><span></span> <bdi></bdi></a><span></span> <bdi></bdi></p><footer class=\"a-f coral coral-comment-actionBar talk-stream-comment-footer\"></footer></article></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 14)), .sectionBegin(id: FlagField.highlighted.id, end: 3),
        .literal(Slice(start: 14, count: 5)), .sectionBegin(id: FlagField.isNew.id, end: 5),
        .literal(Slice(start: 19, count: 6)), .sectionBegin(id: FlagField.coralClasses.id, end: 8),
        .literal(Slice(start: 25, count: 47)),
        .field(id: NumberField.depth.id, kind: .number, context: .attribute),
        .sectionBegin(id: FlagField.talkClasses.id, end: 11), .literal(Slice(start: 72, count: 63)),
        .field(id: NumberField.depth.id, kind: .number, context: .attribute),
        .literal(Slice(start: 135, count: 1)), .sectionBegin(id: FlagField.anchors.id, end: 16),
        .literal(Slice(start: 136, count: 5)),
        .field(id: TextField.anchor.id, kind: .token, context: .attribute),
        .literal(Slice(start: 141, count: 1)), .sectionBegin(id: FlagField.ranked.id, end: 26),
        .literal(Slice(start: 142, count: 12)),
        .field(id: NumberField.rankNewest.id, kind: .number, context: .attribute),
        .literal(Slice(start: 154, count: 5)),
        .field(id: NumberField.rankOldest.id, kind: .number, context: .attribute),
        .literal(Slice(start: 159, count: 5)),
        .field(id: NumberField.rankLikes.id, kind: .number, context: .attribute),
        .literal(Slice(start: 164, count: 5)),
        .field(id: NumberField.rankReplies.id, kind: .number, context: .attribute),
        .literal(Slice(start: 169, count: 1)), .literal(Slice(start: 170, count: 32)),
        .sectionBegin(id: FlagField.showsInitials.id, end: 31),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 31), .literal(Slice(start: 202, count: 5)),
        .field(id: NumberField.avatarColor.id, kind: .number, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 33), .literal(Slice(start: 207, count: 44)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 35), .literal(Slice(start: 251, count: 30)),
        .literal(Slice(start: 281, count: 1)), .sectionBegin(id: FlagField.showsInitials.id, end: 41),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 41), .literal(Slice(start: 282, count: 9)),
        .field(id: TextField.initials.id, kind: .text, context: .attribute),
        .literal(Slice(start: 291, count: 1)), .literal(Slice(start: 292, count: 4)),
        .field(id: ConstantFields.id(of: .level), kind: .text, context: .text),
        .literal(Slice(start: 296, count: 1)), .field(id: NumberField.level.id, kind: .number, context: .text),
        .invertedBegin(id: FlagField.flattened.id, end: 52),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 52), .literal(Slice(start: 297, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text, context: .text),
        .literal(Slice(start: 299, count: 6)), .field(id: TextField.inReplyTo.id, kind: .text, context: .text),
        .literal(Slice(start: 305, count: 6)), .sectionBegin(id: FlagField.hasReplies.id, end: 55),
        .literal(Slice(start: 311, count: 2)),
        .field(id: TextField.replyCountLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 313, count: 6)), .sectionBegin(id: FlagField.hasAvatar.id, end: 60),
        .literal(Slice(start: 319, count: 23)),
        .field(id: TextField.avatarURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 342, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 64),
        .literal(Slice(start: 435, count: 5)), .field(id: TextField.author.id, kind: .text, context: .text),
        .literal(Slice(start: 440, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 66),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text, context: .text),
        .literal(Slice(start: 446, count: 5)), .sectionBegin(id: FlagField.hasBadges.id, end: 79),
        .listBegin(id: badgesID, end: 79), .literal(Slice(start: 451, count: 22)),
        .field(id: TextField.badgeKind.id, kind: .token, context: .attribute),
        .sectionBegin(id: FlagField.coralClasses.id, end: 73), .literal(Slice(start: 473, count: 42)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 75), .literal(Slice(start: 515, count: 22)),
        .literal(Slice(start: 537, count: 2)), .field(id: TextField.badgeLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 539, count: 7)), .listEnd(id: badgesID, begin: 69),
        .sectionBegin(id: FlagField.featured.id, end: 88), .literal(Slice(start: 546, count: 30)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 83), .literal(Slice(start: 576, count: 50)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 85), .literal(Slice(start: 626, count: 39)),
        .literal(Slice(start: 665, count: 2)),
        .field(id: ConstantFields.id(of: .featured), kind: .text, context: .text),
        .literal(Slice(start: 667, count: 7)), .sectionBegin(id: FlagField.isQuestion.id, end: 92),
        .literal(Slice(start: 674, count: 32)),
        .field(id: ConstantFields.id(of: .askedQuestion), kind: .text, context: .text),
        .literal(Slice(start: 706, count: 7)), .sectionBegin(id: FlagField.isReview.id, end: 96),
        .literal(Slice(start: 713, count: 30)),
        .field(id: ConstantFields.id(of: .review), kind: .text, context: .text),
        .literal(Slice(start: 743, count: 7)), .sectionBegin(id: FlagField.answered.id, end: 100),
        .literal(Slice(start: 750, count: 32)),
        .field(id: ConstantFields.id(of: .answered), kind: .text, context: .text),
        .literal(Slice(start: 782, count: 7)), .sectionBegin(id: FlagField.unanswered.id, end: 104),
        .literal(Slice(start: 789, count: 34)),
        .field(id: ConstantFields.id(of: .unanswered), kind: .text, context: .text),
        .literal(Slice(start: 823, count: 7)), .sectionBegin(id: FlagField.offTopic.id, end: 108),
        .literal(Slice(start: 830, count: 27)),
        .field(id: ConstantFields.id(of: .offTopic), kind: .text, context: .text),
        .literal(Slice(start: 857, count: 7)), .sectionBegin(id: FlagField.isNew.id, end: 112),
        .literal(Slice(start: 864, count: 27)),
        .field(id: ConstantFields.id(of: .new), kind: .text, context: .text),
        .literal(Slice(start: 891, count: 7)), .sectionBegin(id: FlagField.hasTime.id, end: 137),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 131), .literal(Slice(start: 898, count: 14)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 117), .literal(Slice(start: 912, count: 46)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 119), .literal(Slice(start: 958, count: 23)),
        .literal(Slice(start: 981, count: 8)),
        .field(id: TextField.permalink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 989, count: 5)),
        .field(id: ConstantFields.id(of: .permalink), kind: .text, context: .text),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 126), .literal(Slice(start: 994, count: 2)),
        .field(id: TextField.author.id, kind: .text, context: .text), .literal(Slice(start: 996, count: 22)),
        .field(id: TextField.datetime.id, kind: .text, context: .attribute),
        .literal(Slice(start: 1018, count: 2)), .field(id: TextField.time.id, kind: .text, context: .text),
        .literal(Slice(start: 1020, count: 11)), .invertedBegin(id: FlagField.hasPermalink.id, end: 137),
        .literal(Slice(start: 1031, count: 29)),
        .field(id: TextField.datetime.id, kind: .text, context: .attribute),
        .literal(Slice(start: 1060, count: 2)), .field(id: TextField.time.id, kind: .text, context: .text),
        .literal(Slice(start: 1062, count: 7)), .sectionBegin(id: FlagField.edited.id, end: 144),
        .literal(Slice(start: 1069, count: 17)), .sectionBegin(id: FlagField.coralClasses.id, end: 141),
        .literal(Slice(start: 1086, count: 27)), .literal(Slice(start: 1113, count: 2)),
        .field(id: ConstantFields.id(of: .edited), kind: .text, context: .text),
        .literal(Slice(start: 1115, count: 7)), .literal(Slice(start: 1122, count: 9)),
        .sectionBegin(id: FlagField.orphan.id, end: 149), .literal(Slice(start: 1131, count: 25)),
        .field(id: ConstantFields.id(of: .orphan), kind: .text, context: .text),
        .literal(Slice(start: 1156, count: 4)), .sectionBegin(id: FlagField.flattened.id, end: 168),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 168), .literal(Slice(start: 1160, count: 14)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 154), .literal(Slice(start: 1174, count: 30)),
        .literal(Slice(start: 1204, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text, context: .text),
        .literal(Slice(start: 1206, count: 1)), .sectionBegin(id: FlagField.hasParentLink.id, end: 163),
        .literal(Slice(start: 1207, count: 9)),
        .field(id: TextField.parentLink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1216, count: 7)), .field(id: TextField.inReplyTo.id, kind: .text, context: .text),
        .literal(Slice(start: 1223, count: 10)), .invertedBegin(id: FlagField.hasParentLink.id, end: 167),
        .literal(Slice(start: 1233, count: 5)), .field(id: TextField.inReplyTo.id, kind: .text, context: .text),
        .literal(Slice(start: 1238, count: 6)), .literal(Slice(start: 1244, count: 4)),
        .sectionBegin(id: FlagField.hasRatingStars.id, end: 174), .literal(Slice(start: 1248, count: 45)),
        .field(id: NumberField.rating.id, kind: .number, context: .attribute),
        .literal(Slice(start: 1293, count: 4)), .field(id: TextField.stars.id, kind: .text, context: .text),
        .literal(Slice(start: 1297, count: 7)), .sectionBegin(id: FlagField.hasBody.id, end: 183),
        .literal(Slice(start: 1304, count: 15)), .sectionBegin(id: FlagField.coralClasses.id, end: 178),
        .literal(Slice(start: 1319, count: 42)), .sectionBegin(id: FlagField.talkClasses.id, end: 180),
        .literal(Slice(start: 1361, count: 28)), .literal(Slice(start: 1389, count: 13)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 1402, count: 6)),
        .sectionBegin(id: FlagField.hasMedia.id, end: 218), .literal(Slice(start: 1408, count: 15)),
        .sectionBegin(id: FlagField.hasMediaLink.id, end: 211), .literal(Slice(start: 1423, count: 9)),
        .field(id: TextField.mediaURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1432, count: 41)), .sectionBegin(id: FlagField.hasImage.id, end: 202),
        .literal(Slice(start: 1473, count: 10)),
        .field(id: TextField.imageURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 1483, count: 7)),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .attribute),
        .literal(Slice(start: 1490, count: 1)), .sectionBegin(id: FlagField.hasImageSize.id, end: 201),
        .literal(Slice(start: 1491, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number, context: .attribute),
        .literal(Slice(start: 1499, count: 10)),
        .field(id: NumberField.imageHeight.id, kind: .number, context: .attribute),
        .literal(Slice(start: 1509, count: 1)), .literal(Slice(start: 1510, count: 62)),
        .literal(Slice(start: 1572, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 1578, count: 13)), .invertedBegin(id: FlagField.hasImage.id, end: 210),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 208),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 210),
        .field(id: TextField.mediaHost.id, kind: .text, context: .text),
        .literal(Slice(start: 1591, count: 10)), .invertedBegin(id: FlagField.hasMediaLink.id, end: 217),
        .literal(Slice(start: 1601, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 1607, count: 13)),
        .field(id: TextField.mediaTitle.id, kind: .text, context: .text),
        .literal(Slice(start: 1620, count: 6)), .literal(Slice(start: 1626, count: 4)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 227), .literal(Slice(start: 1630, count: 18)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 222), .literal(Slice(start: 1648, count: 30)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 224), .literal(Slice(start: 1678, count: 27)),
        .literal(Slice(start: 1705, count: 2)),
        .field(id: TextField.likesLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 1707, count: 9)), .literal(Slice(start: 1716, count: 10)),
        .mark(id: InsertionPoint.replies.id), .literal(Slice(start: 1726, count: 5)),
      ])
  }

  private static var tombstoneProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-x a-x- a-hi coral coral-comment coral-Tombstone coral-indent coral-indent- talk-comment-tombstone\" id=\"\" style=\"--n:;--o:;--l:;--r:\"><article><h3><i> .  <bdi></bdi>. :</i> </h3><p class=\"a-to a-orphan\"></p></article></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 23)),
        .field(id: TextField.reason.id, kind: .token, context: .attribute),
        .sectionBegin(id: FlagField.highlighted.id, end: 4), .literal(Slice(start: 23, count: 5)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 9), .literal(Slice(start: 28, count: 27)),
        .field(id: TextField.reason.id, kind: .token, context: .attribute),
        .literal(Slice(start: 55, count: 36)),
        .field(id: NumberField.depth.id, kind: .number, context: .attribute),
        .sectionBegin(id: FlagField.talkClasses.id, end: 11), .literal(Slice(start: 91, count: 23)),
        .literal(Slice(start: 114, count: 1)), .sectionBegin(id: FlagField.anchors.id, end: 16),
        .literal(Slice(start: 115, count: 5)),
        .field(id: TextField.anchor.id, kind: .token, context: .attribute),
        .literal(Slice(start: 120, count: 1)), .sectionBegin(id: FlagField.ranked.id, end: 26),
        .literal(Slice(start: 121, count: 12)),
        .field(id: NumberField.rankNewest.id, kind: .number, context: .attribute),
        .literal(Slice(start: 133, count: 5)),
        .field(id: NumberField.rankOldest.id, kind: .number, context: .attribute),
        .literal(Slice(start: 138, count: 5)),
        .field(id: NumberField.rankLikes.id, kind: .number, context: .attribute),
        .literal(Slice(start: 143, count: 5)),
        .field(id: NumberField.rankReplies.id, kind: .number, context: .attribute),
        .literal(Slice(start: 148, count: 1)), .literal(Slice(start: 149, count: 17)),
        .field(id: ConstantFields.id(of: .level), kind: .text, context: .text),
        .literal(Slice(start: 166, count: 1)), .field(id: NumberField.level.id, kind: .number, context: .text),
        .invertedBegin(id: FlagField.flattened.id, end: 37),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 37), .literal(Slice(start: 167, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text, context: .text),
        .literal(Slice(start: 169, count: 6)), .field(id: TextField.inReplyTo.id, kind: .text, context: .text),
        .literal(Slice(start: 175, count: 6)), .sectionBegin(id: FlagField.hasReplies.id, end: 40),
        .literal(Slice(start: 181, count: 2)),
        .field(id: TextField.replyCountLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 183, count: 6)), .field(id: TextField.reasonText.id, kind: .text, context: .text),
        .literal(Slice(start: 189, count: 5)), .sectionBegin(id: FlagField.orphan.id, end: 47),
        .literal(Slice(start: 194, count: 25)),
        .field(id: ConstantFields.id(of: .orphan), kind: .text, context: .text),
        .literal(Slice(start: 219, count: 4)), .literal(Slice(start: 223, count: 10)),
        .mark(id: InsertionPoint.replies.id), .literal(Slice(start: 233, count: 5)),
      ])
  }

  private static var ancestorProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-above\"><p class=\"a-to\"> <span class=\"a-v\">: </span><a href=\"\"><img class=\"a-av\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></a><bdi></bdi> <q dir=\"auto\"></q></p></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 40)), .sectionBegin(id: FlagField.isCard.id, end: 4),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text, context: .text),
        .literal(Slice(start: 40, count: 1)), .invertedBegin(id: FlagField.isCard.id, end: 8),
        .literal(Slice(start: 41, count: 18)),
        .field(id: ConstantFields.id(of: .continued), kind: .text, context: .text),
        .literal(Slice(start: 59, count: 9)), .sectionBegin(id: FlagField.hasCommentLink.id, end: 26),
        .literal(Slice(start: 68, count: 9)),
        .field(id: TextField.commentLink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 77, count: 2)), .sectionBegin(id: FlagField.isTombstone.id, end: 14),
        .field(id: TextField.reasonText.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.isTombstone.id, end: 25),
        .sectionBegin(id: FlagField.hasAvatar.id, end: 19), .literal(Slice(start: 79, count: 23)),
        .field(id: TextField.avatarURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 102, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 23),
        .literal(Slice(start: 195, count: 5)), .field(id: TextField.author.id, kind: .text, context: .text),
        .literal(Slice(start: 200, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 25),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text, context: .text),
        .literal(Slice(start: 206, count: 4)), .invertedBegin(id: FlagField.hasCommentLink.id, end: 36),
        .sectionBegin(id: FlagField.isTombstone.id, end: 29),
        .field(id: TextField.reasonText.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.isTombstone.id, end: 36),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 34), .literal(Slice(start: 210, count: 5)),
        .field(id: TextField.author.id, kind: .text, context: .text), .literal(Slice(start: 215, count: 6)),
        .invertedBegin(id: FlagField.hasAuthor.id, end: 36),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text, context: .text),
        .sectionBegin(id: FlagField.hasExcerpt.id, end: 40), .literal(Slice(start: 221, count: 15)),
        .field(id: TextField.excerpt.id, kind: .text, context: .text), .literal(Slice(start: 236, count: 4)),
        .literal(Slice(start: 240, count: 4)), .mark(id: InsertionPoint.replies.id),
        .literal(Slice(start: 244, count: 5)),
      ])
  }

  private static var repliesProgram: Program {
    Program(
      literals: Array(
        "<details class=\"a-r\" open><summary> <span class=\"a-from\">· </span></summary><ol></ol></details>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 20)), .sectionBegin(id: FlagField.open.id, end: 3),
        .literal(Slice(start: 20, count: 5)), .literal(Slice(start: 25, count: 10)),
        .field(id: TextField.replyCountLabel.id, kind: .text, context: .text),
        .sectionBegin(id: FlagField.hasReplyAuthors.id, end: 9), .literal(Slice(start: 35, count: 25)),
        .field(id: TextField.replyAuthors.id, kind: .text, context: .text),
        .literal(Slice(start: 60, count: 7)), .literal(Slice(start: 67, count: 14)),
        .mark(id: InsertionPoint.comments.id), .literal(Slice(start: 81, count: 15)),
      ])
  }

  private static var hiddenRepliesProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-k\"><a href=\"\"></a><a href=\"\"></a></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 20)), .sectionBegin(id: FlagField.hasCommentLink.id, end: 7),
        .literal(Slice(start: 20, count: 9)),
        .field(id: TextField.commentLink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 29, count: 2)), .field(id: TextField.countLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 31, count: 4)), .invertedBegin(id: FlagField.hasCommentLink.id, end: 19),
        .sectionBegin(id: FlagField.isArchive.id, end: 10),
        .field(id: TextField.countLabel.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.isArchive.id, end: 19),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 17), .literal(Slice(start: 35, count: 9)),
        .field(id: TextField.permalink.id, kind: .url, context: .attribute),
        .literal(Slice(start: 44, count: 2)), .field(id: TextField.countLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 46, count: 4)), .invertedBegin(id: FlagField.hasPermalink.id, end: 19),
        .field(id: TextField.countLabel.id, kind: .text, context: .text), .literal(Slice(start: 50, count: 5)),
      ])
  }

  private static var moreProgram: Program {
    Program(
      literals: Array(
        "<p class=\"a-more\"></p><p class=\"a-more\"><a class=\"a-btn coral coral-allComments-loadMoreButton talk-load-more-button\" href=\"\"></a></p>".utf8),
      ops: [
        .sectionBegin(id: FlagField.isArchive.id, end: 4), .literal(Slice(start: 0, count: 18)),
        .field(id: TextField.countLabel.id, kind: .text, context: .text), .literal(Slice(start: 18, count: 4)),
        .invertedBegin(id: FlagField.isArchive.id, end: 20), .literal(Slice(start: 22, count: 18)),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 17), .literal(Slice(start: 40, count: 15)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 10), .literal(Slice(start: 55, count: 39)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 12), .literal(Slice(start: 94, count: 22)),
        .literal(Slice(start: 116, count: 8)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 124, count: 2)), .field(id: TextField.countLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 126, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 19),
        .field(id: TextField.countLabel.id, kind: .text, context: .text), .literal(Slice(start: 130, count: 4)),
      ])
  }

  private static var noCommentsProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title coral coral-counter\"> <span class=\"a-count\">()</span></h2></div><p class=\"a-none coral talk-stream-no-comments\"></p>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 37)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 37, count: 20)), .literal(Slice(start: 57, count: 2)),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .invertedBegin(id: FlagField.isPaged.id, end: 9), .literal(Slice(start: 59, count: 24)),
        .field(id: TextField.commentCount.id, kind: .text, context: .text),
        .literal(Slice(start: 83, count: 8)), .literal(Slice(start: 91, count: 27)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 12), .literal(Slice(start: 118, count: 6)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 14), .literal(Slice(start: 124, count: 24)),
        .literal(Slice(start: 148, count: 2)),
        .field(id: TextField.noCommentsLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 150, count: 4)),
      ])
  }

  private static var storyProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title\"><a href=\"\"></a></h2><p class=\"a-sorted\"></p></div><ol class=\"a-l coral coral-comments talk-stream-comments-container\"></ol>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 39)), .sectionBegin(id: FlagField.hasTitle.id, end: 10),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 8), .literal(Slice(start: 39, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url, context: .attribute),
        .literal(Slice(start: 48, count: 2)), .field(id: TextField.title.id, kind: .text, context: .text),
        .literal(Slice(start: 50, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 10),
        .field(id: TextField.title.id, kind: .text, context: .text),
        .invertedBegin(id: FlagField.hasTitle.id, end: 12),
        .field(id: ConstantFields.id(of: .comments), kind: .text, context: .text),
        .literal(Slice(start: 54, count: 25)),
        .field(id: TextField.commentCountLabel.id, kind: .text, context: .text),
        .literal(Slice(start: 79, count: 24)), .sectionBegin(id: FlagField.coralClasses.id, end: 17),
        .literal(Slice(start: 103, count: 21)), .sectionBegin(id: FlagField.talkClasses.id, end: 19),
        .literal(Slice(start: 124, count: 31)), .literal(Slice(start: 155, count: 2)),
        .mark(id: InsertionPoint.comments.id), .literal(Slice(start: 157, count: 5)),
      ])
  }
}
