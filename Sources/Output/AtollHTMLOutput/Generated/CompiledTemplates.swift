// The built-in templates as the programs that they compile to.
//
// Written by `ATOLL_UPDATE_COMPILED=1 swift test --filter Compiled`; not to be changed by hand.
// swift-format-ignore-file
import AtollBytes
import AtollLayout
import AtollMarkupWriting
import AtollTemplating

extension HTMLTemplateFile {
  /// The fingerprint of the templates that these programs were compiled from.
  static let compiledFingerprint: UInt64 = 15522468124874255346

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
    case .moreComments: Self.moreCommentsProgram
    case .noComments: Self.noCommentsProgram
    case .story: Self.storyProgram
    }
  }

  private static var pageProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title> –  – </title><link rel=\"prev\" href=\"\"> <link rel=\"next\" href=\"\"> <meta name=\"description\" content=\"\"> <meta name=\"robots\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"alternate\" type=\"application/atom+xml\" title=\"\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta name=\"twitter:card\" content=\"summary\"></head><body><main><div class=\"a-head\"><p class=\"a-org\"></p><h1><a href=\"\"></a></h1></div><section class=\"atoll coral coral-stream talk-embed-stream\" data-nosnippet><h1 class=\"a-v\"></h1><p class=\"a-archived\"></p><p class=\"a-page-top\"><span></span> <a href=\"\" rel=\"prev\"></a></p><nav class=\"a-pages\" aria-label=\"\"><ul><li><a href=\"\"></a></li><li><a href=\"\" rel=\"prev\"></a></li><li><span aria-hidden=\"true\">…</span><a href=\"\" aria-current=\"page\"></a><a href=\"\" aria-label=\"\"></a></li><li><a href=\"\" rel=\"next\"></a></li><li><a href=\"\"></a></li><li><a href=\"\"></a></li></ul></nav></section></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 34, count: 106)), .sectionBegin(id: FlagField.hasTitle.id, end: 8),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 140, count: 5)),
        .field(id: ConstantFields.id(of: .comments), kind: .text),
        .sectionBegin(id: FlagField.isPaged.id, end: 12), .literal(Slice(start: 145, count: 5)),
        .field(id: TextField.pageLabel.id, kind: .text), .literal(Slice(start: 150, count: 8)),
        .sectionBegin(id: FlagField.isPaged.id, end: 24),
        .sectionBegin(id: FlagField.hasPreviousPage.id, end: 18), .literal(Slice(start: 158, count: 23)),
        .field(id: TextField.previousPageURL.id, kind: .url), .literal(Slice(start: 181, count: 2)),
        .literal(Slice(start: 183, count: 1)), .sectionBegin(id: FlagField.hasNextPage.id, end: 23),
        .literal(Slice(start: 184, count: 23)), .field(id: TextField.nextPageURL.id, kind: .url),
        .literal(Slice(start: 207, count: 2)), .literal(Slice(start: 209, count: 1)),
        .literal(Slice(start: 210, count: 34)), .field(id: TextField.description.id, kind: .text),
        .literal(Slice(start: 244, count: 3)), .sectionBegin(id: FlagField.hasRobots.id, end: 31),
        .literal(Slice(start: 247, count: 29)), .field(id: TextField.robots.id, kind: .text),
        .literal(Slice(start: 276, count: 2)), .literal(Slice(start: 278, count: 1)),
        .sectionBegin(id: FlagField.hasCanonical.id, end: 36), .literal(Slice(start: 279, count: 28)),
        .field(id: TextField.canonical.id, kind: .url), .literal(Slice(start: 307, count: 2)),
        .literal(Slice(start: 309, count: 1)), .sectionBegin(id: FlagField.hasFeed.id, end: 43),
        .literal(Slice(start: 310, count: 57)), .field(id: ConstantFields.id(of: .comments), kind: .text),
        .literal(Slice(start: 367, count: 8)), .field(id: TextField.feedURL.id, kind: .url),
        .literal(Slice(start: 375, count: 2)), .literal(Slice(start: 377, count: 80)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 46), .field(id: TextField.title.id, kind: .text),
        .invertedBegin(id: FlagField.hasTitle.id, end: 48),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 457, count: 44)),
        .field(id: TextField.description.id, kind: .text), .literal(Slice(start: 501, count: 3)),
        .sectionBegin(id: FlagField.hasCanonical.id, end: 55), .literal(Slice(start: 504, count: 33)),
        .field(id: TextField.canonical.id, kind: .url), .literal(Slice(start: 537, count: 2)),
        .literal(Slice(start: 539, count: 1)), .sectionBegin(id: FlagField.hasOrganization.id, end: 60),
        .literal(Slice(start: 540, count: 39)), .field(id: TextField.organization.id, kind: .text),
        .literal(Slice(start: 579, count: 2)), .literal(Slice(start: 581, count: 45)),
        .mark(id: InsertionPoint.head.id), .literal(Slice(start: 626, count: 19)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 79), .literal(Slice(start: 645, count: 20)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 69), .literal(Slice(start: 665, count: 17)),
        .field(id: TextField.organization.id, kind: .text), .literal(Slice(start: 682, count: 4)),
        .literal(Slice(start: 686, count: 4)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 76),
        .literal(Slice(start: 690, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 699, count: 2)), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 701, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 78),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 705, count: 11)),
        .literal(Slice(start: 716, count: 21)), .sectionBegin(id: FlagField.coralClasses.id, end: 82),
        .literal(Slice(start: 737, count: 19)), .sectionBegin(id: FlagField.talkClasses.id, end: 84),
        .literal(Slice(start: 756, count: 18)), .literal(Slice(start: 774, count: 1)),
        .sectionBegin(id: FlagField.noSnippet.id, end: 87), .literal(Slice(start: 775, count: 15)),
        .literal(Slice(start: 790, count: 1)), .invertedBegin(id: FlagField.hasTitle.id, end: 92),
        .literal(Slice(start: 791, count: 16)), .field(id: ConstantFields.id(of: .comments), kind: .text),
        .literal(Slice(start: 807, count: 5)), .sectionBegin(id: FlagField.isArchive.id, end: 96),
        .literal(Slice(start: 812, count: 22)), .field(id: TextField.archivedLabel.id, kind: .text),
        .literal(Slice(start: 834, count: 4)), .sectionBegin(id: FlagField.isPaged.id, end: 107),
        .literal(Slice(start: 838, count: 28)), .field(id: TextField.pageLabel.id, kind: .text),
        .literal(Slice(start: 866, count: 7)), .sectionBegin(id: FlagField.hasPreviousPage.id, end: 106),
        .literal(Slice(start: 873, count: 10)), .field(id: TextField.previousPageURL.id, kind: .url),
        .literal(Slice(start: 883, count: 13)), .field(id: ConstantFields.id(of: .previousPage), kind: .text),
        .literal(Slice(start: 896, count: 4)), .literal(Slice(start: 900, count: 4)),
        .mark(id: InsertionPoint.blocks.id), .sectionBegin(id: FlagField.isPaged.id, end: 162),
        .literal(Slice(start: 904, count: 33)), .field(id: ConstantFields.id(of: .pages), kind: .text),
        .literal(Slice(start: 937, count: 6)), .sectionBegin(id: FlagField.hasFirstPage.id, end: 118),
        .literal(Slice(start: 943, count: 13)), .field(id: TextField.firstPageURL.id, kind: .url),
        .literal(Slice(start: 956, count: 2)), .field(id: ConstantFields.id(of: .firstPage), kind: .text),
        .literal(Slice(start: 958, count: 9)), .sectionBegin(id: FlagField.hasPreviousPage.id, end: 124),
        .literal(Slice(start: 967, count: 13)), .field(id: TextField.previousPageURL.id, kind: .url),
        .literal(Slice(start: 980, count: 13)), .field(id: ConstantFields.id(of: .previousPage), kind: .text),
        .literal(Slice(start: 993, count: 9)), .listBegin(id: pageListID, end: 145),
        .literal(Slice(start: 1002, count: 4)), .sectionBegin(id: FlagField.isPageGap.id, end: 128),
        .literal(Slice(start: 1006, count: 35)), .invertedBegin(id: FlagField.isPageGap.id, end: 143),
        .sectionBegin(id: FlagField.isCurrentPage.id, end: 135), .literal(Slice(start: 1041, count: 9)),
        .field(id: TextField.pageURL.id, kind: .url), .literal(Slice(start: 1050, count: 22)),
        .field(id: NumberField.pageNumber.id, kind: .number), .literal(Slice(start: 1072, count: 4)),
        .invertedBegin(id: FlagField.isCurrentPage.id, end: 143), .literal(Slice(start: 1076, count: 9)),
        .field(id: TextField.pageURL.id, kind: .url), .literal(Slice(start: 1085, count: 14)),
        .field(id: TextField.pageLabel.id, kind: .text), .literal(Slice(start: 1099, count: 2)),
        .field(id: NumberField.pageNumber.id, kind: .number), .literal(Slice(start: 1101, count: 4)),
        .literal(Slice(start: 1105, count: 5)), .listEnd(id: pageListID, begin: 125),
        .sectionBegin(id: FlagField.hasNextPage.id, end: 151), .literal(Slice(start: 1110, count: 13)),
        .field(id: TextField.nextPageURL.id, kind: .url), .literal(Slice(start: 1123, count: 13)),
        .field(id: ConstantFields.id(of: .nextPage), kind: .text), .literal(Slice(start: 1136, count: 9)),
        .sectionBegin(id: FlagField.hasLastPage.id, end: 157), .literal(Slice(start: 1145, count: 13)),
        .field(id: TextField.lastPageURL.id, kind: .url), .literal(Slice(start: 1158, count: 2)),
        .field(id: ConstantFields.id(of: .lastPage), kind: .text), .literal(Slice(start: 1160, count: 9)),
        .literal(Slice(start: 1169, count: 13)), .field(id: TextField.pageListURL.id, kind: .url),
        .literal(Slice(start: 1182, count: 2)), .field(id: ConstantFields.id(of: .allPages), kind: .text),
        .literal(Slice(start: 1184, count: 20)), .literal(Slice(start: 1204, count: 31)),
      ])
  }

  private static var pageListProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title> – </title><meta name=\"description\" content=\"\"> <meta name=\"robots\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"alternate\" type=\"application/atom+xml\" title=\"\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta name=\"twitter:card\" content=\"summary\"></head><body><main><div class=\"a-head\"><p class=\"a-org\"></p><h1><a href=\"\"></a></h1></div><div class=\"a-head\"><h1></h1></div><section class=\"atoll\" data-nosnippet><p class=\"a-archived\"></p><h2 class=\"a-title\"></h2><p class=\"a-rating\"></p><ol class=\"a-page-list\"><li><a href=\"\"></a> <span></span></li></ol></section></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 34, count: 106)), .sectionBegin(id: FlagField.hasTitle.id, end: 8),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 140, count: 5)),
        .field(id: ConstantFields.id(of: .pages), kind: .text), .literal(Slice(start: 145, count: 42)),
        .field(id: TextField.description.id, kind: .text), .literal(Slice(start: 187, count: 3)),
        .sectionBegin(id: FlagField.hasRobots.id, end: 16), .literal(Slice(start: 190, count: 29)),
        .field(id: TextField.robots.id, kind: .text), .literal(Slice(start: 219, count: 2)),
        .literal(Slice(start: 221, count: 1)), .sectionBegin(id: FlagField.hasCanonical.id, end: 21),
        .literal(Slice(start: 222, count: 28)), .field(id: TextField.canonical.id, kind: .url),
        .literal(Slice(start: 250, count: 2)), .literal(Slice(start: 252, count: 1)),
        .sectionBegin(id: FlagField.hasFeed.id, end: 28), .literal(Slice(start: 253, count: 57)),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 310, count: 8)),
        .field(id: TextField.feedURL.id, kind: .url), .literal(Slice(start: 318, count: 2)),
        .literal(Slice(start: 320, count: 80)), .sectionBegin(id: FlagField.hasTitle.id, end: 31),
        .field(id: TextField.title.id, kind: .text), .invertedBegin(id: FlagField.hasTitle.id, end: 33),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 400, count: 44)),
        .field(id: TextField.description.id, kind: .text), .literal(Slice(start: 444, count: 3)),
        .sectionBegin(id: FlagField.hasCanonical.id, end: 40), .literal(Slice(start: 447, count: 33)),
        .field(id: TextField.canonical.id, kind: .url), .literal(Slice(start: 480, count: 2)),
        .literal(Slice(start: 482, count: 1)), .sectionBegin(id: FlagField.hasOrganization.id, end: 45),
        .literal(Slice(start: 483, count: 39)), .field(id: TextField.organization.id, kind: .text),
        .literal(Slice(start: 522, count: 2)), .literal(Slice(start: 524, count: 45)),
        .mark(id: InsertionPoint.head.id), .literal(Slice(start: 569, count: 19)),
        .sectionBegin(id: FlagField.hasTitle.id, end: 64), .literal(Slice(start: 588, count: 20)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 54), .literal(Slice(start: 608, count: 17)),
        .field(id: TextField.organization.id, kind: .text), .literal(Slice(start: 625, count: 4)),
        .literal(Slice(start: 629, count: 4)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 61),
        .literal(Slice(start: 633, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 642, count: 2)), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 644, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 63),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 648, count: 11)),
        .invertedBegin(id: FlagField.hasTitle.id, end: 68), .literal(Slice(start: 659, count: 24)),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 683, count: 11)),
        .literal(Slice(start: 694, count: 22)), .sectionBegin(id: FlagField.noSnippet.id, end: 71),
        .literal(Slice(start: 716, count: 15)), .literal(Slice(start: 731, count: 1)),
        .sectionBegin(id: FlagField.isArchive.id, end: 76), .literal(Slice(start: 732, count: 22)),
        .field(id: TextField.archivedLabel.id, kind: .text), .literal(Slice(start: 754, count: 4)),
        .literal(Slice(start: 758, count: 20)), .field(id: ConstantFields.id(of: .pages), kind: .text),
        .literal(Slice(start: 778, count: 5)), .sectionBegin(id: FlagField.hasRating.id, end: 83),
        .literal(Slice(start: 783, count: 20)), .field(id: TextField.ratingLabel.id, kind: .text),
        .literal(Slice(start: 803, count: 4)), .literal(Slice(start: 807, count: 24)),
        .listBegin(id: pageListID, end: 96), .literal(Slice(start: 831, count: 13)),
        .field(id: TextField.pageURL.id, kind: .url), .literal(Slice(start: 844, count: 2)),
        .field(id: TextField.pageLabel.id, kind: .text), .literal(Slice(start: 846, count: 5)),
        .sectionBegin(id: FlagField.hasPageTimes.id, end: 94), .literal(Slice(start: 851, count: 6)),
        .field(id: TextField.pageTimes.id, kind: .text), .literal(Slice(start: 857, count: 7)),
        .literal(Slice(start: 864, count: 5)), .listEnd(id: pageListID, begin: 85),
        .literal(Slice(start: 869, count: 36)),
      ])
  }

  private static var cardPageProgram: Program {
    Program(
      literals: Array(
        "<!DOCTYPE html><html lang=\"\" dir=\"\"><head><meta charset=\"utf-8\"> <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title></title><meta name=\"description\" content=\"\"> <link rel=\"canonical\" href=\"\"> <link rel=\"canonical\" href=\"\"> <meta property=\"og:type\" content=\"website\"> <meta property=\"og:title\" content=\"\"> <meta property=\"og:description\" content=\"\"> <meta property=\"og:url\" content=\"\"> <meta property=\"og:site_name\" content=\"\"> <meta property=\"og:image\" content=\"\"> <meta property=\"og:image:type\" content=\"image/png\"> <meta property=\"og:image:width\" content=\"\"> <meta property=\"og:image:height\" content=\"\"> <meta property=\"og:image:alt\" content=\"\"> <meta name=\"twitter:card\" content=\"summary_large_image\"> <link rel=\"alternate\" type=\"application/json+oembed\" title=\"\" href=\"\"></head><body><main><div class=\"a-head\"><h1><a href=\"\"></a></h1></div></main></body></html>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 27)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 27, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 34, count: 106)), .field(id: 640, kind: .text),
        .literal(Slice(start: 140, count: 42)), .field(id: 641, kind: .text),
        .literal(Slice(start: 182, count: 3)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 13),
        .literal(Slice(start: 185, count: 28)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 213, count: 2)), .literal(Slice(start: 215, count: 1)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 18), .literal(Slice(start: 216, count: 28)),
        .field(id: 642, kind: .url), .literal(Slice(start: 244, count: 2)),
        .literal(Slice(start: 246, count: 80)), .field(id: 640, kind: .text),
        .literal(Slice(start: 326, count: 44)), .field(id: 641, kind: .text),
        .literal(Slice(start: 370, count: 36)), .field(id: 642, kind: .url),
        .literal(Slice(start: 406, count: 3)), .sectionBegin(id: FlagField.hasOrganization.id, end: 29),
        .literal(Slice(start: 409, count: 39)), .field(id: TextField.organization.id, kind: .text),
        .literal(Slice(start: 448, count: 2)), .literal(Slice(start: 450, count: 36)),
        .field(id: 643, kind: .url), .literal(Slice(start: 486, count: 96)), .field(id: 644, kind: .number),
        .literal(Slice(start: 582, count: 45)), .field(id: 645, kind: .number),
        .literal(Slice(start: 627, count: 42)), .field(id: 641, kind: .text),
        .literal(Slice(start: 669, count: 120)), .field(id: 640, kind: .text),
        .literal(Slice(start: 789, count: 8)), .field(id: 646, kind: .url),
        .literal(Slice(start: 797, count: 2)), .mark(id: InsertionPoint.head.id),
        .literal(Slice(start: 799, count: 43)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 50),
        .literal(Slice(start: 842, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 851, count: 2)), .field(id: 640, kind: .text),
        .literal(Slice(start: 853, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 52),
        .field(id: 640, kind: .text), .literal(Slice(start: 857, count: 11)),
        .mark(id: InsertionPoint.blocks.id), .literal(Slice(start: 868, count: 21)),
      ])
  }

  private static var fragmentProgram: Program {
    Program(
      literals: Array(
        "<section class=\"atoll  coral coral-stream talk-embed-stream\" lang=\"\" dir=\"\" data-nosnippet><p class=\"a-archived\"></p></section>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 21)), .sectionBegin(id: FlagField.hasRootClass.id, end: 4),
        .literal(Slice(start: 21, count: 1)), .field(id: TextField.rootClass.id, kind: .token),
        .sectionBegin(id: FlagField.coralClasses.id, end: 6), .literal(Slice(start: 22, count: 19)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 8), .literal(Slice(start: 41, count: 18)),
        .literal(Slice(start: 59, count: 8)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 67, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 74, count: 1)), .sectionBegin(id: FlagField.noSnippet.id, end: 15),
        .literal(Slice(start: 75, count: 15)), .literal(Slice(start: 90, count: 1)),
        .mark(id: InsertionPoint.style.id), .sectionBegin(id: FlagField.isArchive.id, end: 21),
        .literal(Slice(start: 91, count: 22)), .field(id: TextField.archivedLabel.id, kind: .text),
        .literal(Slice(start: 113, count: 4)), .mark(id: InsertionPoint.blocks.id),
        .literal(Slice(start: 117, count: 10)),
      ])
  }

  private static var cardProgram: Program {
    Program(
      literals: Array(
        "<section class=\"atoll a-card  coral coral-stream talk-embed-stream\" lang=\"\" dir=\"\" data-nosnippet><h2 class=\"a-v\"></h2><div class=\"a-of\"><p class=\"a-org\"><bdi></bdi></p><h2 class=\"a-best\"></h2><p class=\"a-source\"><a href=\"\"></a></p></div><ol class=\"a-l\"></ol></section>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 28)), .sectionBegin(id: FlagField.hasRootClass.id, end: 4),
        .literal(Slice(start: 28, count: 1)), .field(id: TextField.rootClass.id, kind: .token),
        .sectionBegin(id: FlagField.coralClasses.id, end: 6), .literal(Slice(start: 29, count: 19)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 8), .literal(Slice(start: 48, count: 18)),
        .literal(Slice(start: 66, count: 8)), .field(id: TextField.lang.id, kind: .token),
        .literal(Slice(start: 74, count: 7)), .field(id: TextField.dir.id, kind: .token),
        .literal(Slice(start: 81, count: 1)), .sectionBegin(id: FlagField.noSnippet.id, end: 15),
        .literal(Slice(start: 82, count: 15)), .literal(Slice(start: 97, count: 1)),
        .mark(id: InsertionPoint.style.id), .invertedBegin(id: FlagField.isTopCard.id, end: 21),
        .literal(Slice(start: 98, count: 16)), .field(id: ConstantFields.id(of: .comments), kind: .text),
        .literal(Slice(start: 114, count: 5)), .literal(Slice(start: 119, count: 18)),
        .sectionBegin(id: FlagField.hasOrganization.id, end: 26), .literal(Slice(start: 137, count: 22)),
        .field(id: TextField.organization.id, kind: .text), .literal(Slice(start: 159, count: 10)),
        .sectionBegin(id: FlagField.isTopCard.id, end: 30), .literal(Slice(start: 169, count: 19)),
        .field(id: ConstantFields.id(of: .mostLikedComments), kind: .text),
        .literal(Slice(start: 188, count: 5)), .sectionBegin(id: FlagField.hasTitle.id, end: 41),
        .literal(Slice(start: 193, count: 20)), .sectionBegin(id: FlagField.hasStoryURL.id, end: 38),
        .literal(Slice(start: 213, count: 9)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 222, count: 2)), .field(id: TextField.title.id, kind: .text),
        .literal(Slice(start: 224, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 40),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 228, count: 4)),
        .literal(Slice(start: 232, count: 22)), .mark(id: InsertionPoint.blocks.id),
        .literal(Slice(start: 254, count: 15)),
      ])
  }

  private static var announcementProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-ann coral coral-announcement\"><h2 class=\"a-v\"></h2><div class=\"a-b\" dir=\"auto\"></div></div>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 17)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 17, count: 25)), .literal(Slice(start: 42, count: 18)),
        .field(id: ConstantFields.id(of: .announcement), kind: .text), .literal(Slice(start: 60, count: 33)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 93, count: 12)),
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
        .field(id: ConstantFields.id(of: .information), kind: .text), .literal(Slice(start: 84, count: 20)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 10), .literal(Slice(start: 104, count: 31)),
        .literal(Slice(start: 135, count: 13)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 148, count: 12)),
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
        .field(id: ConstantFields.id(of: .question), kind: .text), .literal(Slice(start: 84, count: 68)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 10), .literal(Slice(start: 152, count: 20)),
        .literal(Slice(start: 172, count: 13)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 185, count: 12)),
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
        .field(id: TextField.closedLabel.id, kind: .text), .literal(Slice(start: 145, count: 33)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 178, count: 12)),
      ])
  }

  private static var featuredProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-feats coral coral-featuredComments\"><h2><span class=\"a-g a-g-featured\"></span></h2><article class=\"a-feat coral coral-featuredComment talk-plugin-featured-comments-comment\"><span class=\"a-stars\" role=\"img\" aria-label=\"\"></span><div class=\"a-b coral coral-featuredComment-content talk-plugin-featured-comments-comment-body\" dir=\"auto\"></div><p class=\"a-m\"><a href=\"\" rel=\"nofollow ugc noopener noreferrer\"><img src=\"\" alt=\"\" width=\"\" height=\"\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><span></span> <bdi></bdi></a><span></span> <bdi></bdi></p><footer class=\"a-by\"><h3 class=\"a-n a-i- coral coral-username talk-plugin-featured-comments-comment-username\" data-i=\"\"><img class=\"a-av\" data-i=\"\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></h3> <span class=\"a-g a-g- coral coral-userTag coral-comment-userTag talk-plugin-tag-label\"></span> <time datetime=\"\"></time> <span></span> <span class=\"a-by-editor\"> <bdi></bdi></span> <a class=\"a-go\" href=\"\"><span class=\"a-v\"></span></a></footer></article><p class=\"a-more-feats\"></p></div>".utf8),
      ops: [
        .sectionBegin(id: FlagField.featuredFirst.id, end: 7), .literal(Slice(start: 0, count: 19)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 4), .literal(Slice(start: 19, count: 29)),
        .literal(Slice(start: 48, count: 37)), .field(id: TextField.featuredTitle.id, kind: .text),
        .literal(Slice(start: 85, count: 12)), .literal(Slice(start: 97, count: 22)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 10), .literal(Slice(start: 119, count: 28)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 12), .literal(Slice(start: 147, count: 38)),
        .literal(Slice(start: 185, count: 2)), .sectionBegin(id: FlagField.hasRatingStars.id, end: 19),
        .literal(Slice(start: 187, count: 45)), .field(id: TextField.starsLabel.id, kind: .text),
        .literal(Slice(start: 232, count: 2)), .field(id: TextField.stars.id, kind: .text),
        .literal(Slice(start: 234, count: 7)), .literal(Slice(start: 241, count: 15)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 22), .literal(Slice(start: 256, count: 36)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 24), .literal(Slice(start: 292, count: 43)),
        .literal(Slice(start: 335, count: 13)), .html(id: InsertionPoint.body.id),
        .literal(Slice(start: 348, count: 6)), .sectionBegin(id: FlagField.hasMedia.id, end: 62),
        .literal(Slice(start: 354, count: 15)), .sectionBegin(id: FlagField.hasMediaLink.id, end: 55),
        .literal(Slice(start: 369, count: 9)), .field(id: TextField.mediaURL.id, kind: .url),
        .literal(Slice(start: 378, count: 41)), .sectionBegin(id: FlagField.hasImage.id, end: 46),
        .literal(Slice(start: 419, count: 10)), .field(id: TextField.imageURL.id, kind: .url),
        .literal(Slice(start: 429, count: 7)), .field(id: TextField.mediaTitle.id, kind: .text),
        .literal(Slice(start: 436, count: 1)), .sectionBegin(id: FlagField.hasImageSize.id, end: 45),
        .literal(Slice(start: 437, count: 8)), .field(id: NumberField.imageWidth.id, kind: .number),
        .literal(Slice(start: 445, count: 10)), .field(id: NumberField.imageHeight.id, kind: .number),
        .literal(Slice(start: 455, count: 1)), .literal(Slice(start: 456, count: 62)),
        .literal(Slice(start: 518, count: 6)), .field(id: TextField.mediaLabel.id, kind: .text),
        .literal(Slice(start: 524, count: 13)), .invertedBegin(id: FlagField.hasImage.id, end: 54),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 52),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 54),
        .field(id: TextField.mediaHost.id, kind: .text), .literal(Slice(start: 537, count: 10)),
        .invertedBegin(id: FlagField.hasMediaLink.id, end: 61), .literal(Slice(start: 547, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 553, count: 13)),
        .field(id: TextField.mediaTitle.id, kind: .text), .literal(Slice(start: 566, count: 6)),
        .literal(Slice(start: 572, count: 4)), .literal(Slice(start: 576, count: 35)),
        .sectionBegin(id: FlagField.showsInitials.id, end: 67),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 67), .literal(Slice(start: 611, count: 5)),
        .field(id: NumberField.avatarColor.id, kind: .number),
        .sectionBegin(id: FlagField.coralClasses.id, end: 69), .literal(Slice(start: 616, count: 21)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 71), .literal(Slice(start: 637, count: 47)),
        .literal(Slice(start: 684, count: 1)), .sectionBegin(id: FlagField.showsInitials.id, end: 77),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 77), .literal(Slice(start: 685, count: 9)),
        .field(id: TextField.initials.id, kind: .text), .literal(Slice(start: 694, count: 1)),
        .literal(Slice(start: 695, count: 1)), .sectionBegin(id: FlagField.hasAvatar.id, end: 88),
        .literal(Slice(start: 696, count: 17)), .sectionBegin(id: FlagField.showsInitials.id, end: 85),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 85), .literal(Slice(start: 713, count: 9)),
        .field(id: TextField.initials.id, kind: .text), .literal(Slice(start: 722, count: 1)),
        .literal(Slice(start: 723, count: 6)), .field(id: TextField.avatarURL.id, kind: .url),
        .literal(Slice(start: 729, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 92),
        .literal(Slice(start: 822, count: 5)), .field(id: TextField.author.id, kind: .text),
        .literal(Slice(start: 827, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 94),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text), .literal(Slice(start: 833, count: 5)),
        .sectionBegin(id: FlagField.hasBadges.id, end: 107), .listBegin(id: badgeListID, end: 107),
        .literal(Slice(start: 838, count: 22)), .field(id: TextField.badgeKind.id, kind: .token),
        .sectionBegin(id: FlagField.coralClasses.id, end: 101), .literal(Slice(start: 860, count: 42)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 103), .literal(Slice(start: 902, count: 22)),
        .literal(Slice(start: 924, count: 2)), .field(id: TextField.badgeLabel.id, kind: .text),
        .literal(Slice(start: 926, count: 7)), .listEnd(id: badgeListID, begin: 97),
        .sectionBegin(id: FlagField.hasTime.id, end: 113), .literal(Slice(start: 933, count: 17)),
        .field(id: TextField.datetime.id, kind: .text), .literal(Slice(start: 950, count: 2)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 952, count: 7)),
        .sectionBegin(id: FlagField.hasLikes.id, end: 117), .literal(Slice(start: 959, count: 7)),
        .field(id: TextField.likesLabel.id, kind: .text), .literal(Slice(start: 966, count: 7)),
        .sectionBegin(id: FlagField.hasFeaturedBy.id, end: 123), .literal(Slice(start: 973, count: 27)),
        .field(id: ConstantFields.id(of: .featuredBy), kind: .text), .literal(Slice(start: 1000, count: 6)),
        .field(id: TextField.featuredBy.id, kind: .text), .literal(Slice(start: 1006, count: 13)),
        .sectionBegin(id: FlagField.hasCommentLink.id, end: 134), .literal(Slice(start: 1019, count: 23)),
        .field(id: TextField.commentLink.id, kind: .url), .literal(Slice(start: 1042, count: 2)),
        .field(id: ConstantFields.id(of: .goToComment), kind: .text),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 133), .literal(Slice(start: 1044, count: 18)),
        .field(id: TextField.separator.id, kind: .text), .field(id: TextField.author.id, kind: .text),
        .literal(Slice(start: 1062, count: 7)), .literal(Slice(start: 1069, count: 4)),
        .literal(Slice(start: 1073, count: 19)), .sectionBegin(id: FlagField.featuredLast.id, end: 141),
        .sectionBegin(id: FlagField.hasMoreFeatured.id, end: 140), .literal(Slice(start: 1092, count: 24)),
        .field(id: TextField.moreFeaturedLabel.id, kind: .text), .literal(Slice(start: 1116, count: 4)),
        .literal(Slice(start: 1120, count: 6)),
      ])
  }

  private static var commentsProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title coral coral-counter\"> <span class=\"a-count\">()</span></h2><p class=\"a-rating\"></p><form class=\"a-sort coral coral-sortMenu talk-stream-filter-wrapper\"><button disabled hidden></button><fieldset><legend class=\"a-v\"></legend><label><input type=\"radio\" name=\"sort\" value=\"n\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"o\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"l\" checked><span></span></label> <label><input type=\"radio\" name=\"sort\" value=\"r\" checked><span></span></label></fieldset></form><p class=\"a-sorted\"></p></div><ol class=\"a-l coral coral-comments talk-stream-comments-container\"></ol>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 37)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 37, count: 20)), .literal(Slice(start: 57, count: 2)),
        .field(id: TextField.heading.id, kind: .text), .invertedBegin(id: FlagField.isPaged.id, end: 10),
        .invertedBegin(id: FlagField.countsRatings.id, end: 10), .literal(Slice(start: 59, count: 24)),
        .field(id: TextField.headingCount.id, kind: .text), .literal(Slice(start: 83, count: 8)),
        .literal(Slice(start: 91, count: 5)), .invertedBegin(id: FlagField.isPaged.id, end: 17),
        .sectionBegin(id: FlagField.firstHeading.id, end: 17),
        .sectionBegin(id: FlagField.hasRating.id, end: 17), .literal(Slice(start: 96, count: 20)),
        .field(id: TextField.ratingLabel.id, kind: .text), .literal(Slice(start: 116, count: 4)),
        .sectionBegin(id: FlagField.sortControls.id, end: 47),
        .sectionBegin(id: FlagField.firstHeading.id, end: 47), .literal(Slice(start: 120, count: 19)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 22), .literal(Slice(start: 139, count: 21)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 24), .literal(Slice(start: 160, count: 27)),
        .literal(Slice(start: 187, count: 65)), .field(id: ConstantFields.id(of: .sortBy), kind: .text),
        .literal(Slice(start: 252, count: 57)), .sectionBegin(id: FlagField.sortNewest.id, end: 29),
        .literal(Slice(start: 309, count: 8)), .literal(Slice(start: 317, count: 7)),
        .field(id: ConstantFields.id(of: .newest), kind: .text), .literal(Slice(start: 324, count: 64)),
        .sectionBegin(id: FlagField.sortOldest.id, end: 34), .literal(Slice(start: 388, count: 8)),
        .literal(Slice(start: 396, count: 7)), .field(id: ConstantFields.id(of: .oldest), kind: .text),
        .literal(Slice(start: 403, count: 64)), .sectionBegin(id: FlagField.sortLikes.id, end: 39),
        .literal(Slice(start: 467, count: 8)), .literal(Slice(start: 475, count: 7)),
        .field(id: ConstantFields.id(of: .mostLiked), kind: .text), .literal(Slice(start: 482, count: 64)),
        .sectionBegin(id: FlagField.sortReplies.id, end: 44), .literal(Slice(start: 546, count: 8)),
        .literal(Slice(start: 554, count: 7)), .field(id: ConstantFields.id(of: .mostReplies), kind: .text),
        .literal(Slice(start: 561, count: 33)), .invertedBegin(id: FlagField.sortControls.id, end: 51),
        .literal(Slice(start: 594, count: 20)), .field(id: TextField.sortLabel.id, kind: .text),
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
        "<li class=\"a-c a-hi a-new coral coral-comment coral-indent coral-indent- talk-stream-comment-wrapper talk-stream-comment-wrapper-level-\" id=\"\" style=\"--n:;--o:;--l:;--r:\"><article><header><h3 class=\"a-n a-i- coral coral-username coral-comment-username talk-stream-comment-user-name\" data-i=\"\"><i> <span class=\"a-wide\">. .  <bdi></bdi></span>. .  <bdi></bdi>. :</i> <img class=\"a-av\" data-i=\"\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></h3> <span class=\"a-g a-g- coral coral-userTag coral-comment-userTag talk-plugin-tag-label\"></span> <span class=\"a-g a-g-featured coral coral-featuredTag coral-comment-featuredTag talk-stream-comment-featured-tag-label\"></span> <span class=\"a-g a-g-question\"></span> <span class=\"a-g a-g-review\"></span> <span class=\"a-g a-g-answered\"></span> <span class=\"a-g a-g-unanswered\"></span> <span class=\"a-g a-g-off\"></span> <span class=\"a-g a-g-new\"></span> <a class=\"a-t coral coral-timestamp coral-comment-timestamp talk-comment-timestamp\" href=\"\"><i></i><time datetime=\"\"></time></a> <time class=\"a-t\" datetime=\"\"></time> <span class=\"a-e coral coral-comment-edited\"></span></header><p class=\"a-to a-orphan\"></p><p class=\"a-to a-narrow coral coral-comment-inReplyTo\"><a href=\"\"></a> <a href=\"\"><bdi></bdi></a><bdi></bdi></p><span class=\"a-stars\" role=\"img\" aria-label=\"\"></span><div class=\"a-b coral coral-content coral-comment-content talk-stream-comment-content\" dir=\"auto\"></div><p class=\"a-m\"><a href=\"\" rel=\"nofollow ugc noopener noreferrer\"><img src=\"\" alt=\"\" width=\"\" height=\"\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><span></span> <bdi></bdi></a><span></span> <bdi></bdi></p><footer class=\"a-f coral coral-comment-actionBar talk-stream-comment-footer\"></footer></article></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 14)), .sectionBegin(id: FlagField.highlighted.id, end: 3),
        .literal(Slice(start: 14, count: 5)), .sectionBegin(id: FlagField.isNew.id, end: 5),
        .literal(Slice(start: 19, count: 6)), .sectionBegin(id: FlagField.coralClasses.id, end: 8),
        .literal(Slice(start: 25, count: 47)), .field(id: NumberField.depth.id, kind: .number),
        .sectionBegin(id: FlagField.talkClasses.id, end: 11), .literal(Slice(start: 72, count: 63)),
        .field(id: NumberField.depth.id, kind: .number), .literal(Slice(start: 135, count: 1)),
        .sectionBegin(id: FlagField.anchors.id, end: 16), .literal(Slice(start: 136, count: 5)),
        .field(id: TextField.anchor.id, kind: .token), .literal(Slice(start: 141, count: 1)),
        .sectionBegin(id: FlagField.ranked.id, end: 26), .literal(Slice(start: 142, count: 12)),
        .field(id: NumberField.rankNewest.id, kind: .number), .literal(Slice(start: 154, count: 5)),
        .field(id: NumberField.rankOldest.id, kind: .number), .literal(Slice(start: 159, count: 5)),
        .field(id: NumberField.rankLikes.id, kind: .number), .literal(Slice(start: 164, count: 5)),
        .field(id: NumberField.rankReplies.id, kind: .number), .literal(Slice(start: 169, count: 1)),
        .literal(Slice(start: 170, count: 32)), .sectionBegin(id: FlagField.showsInitials.id, end: 31),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 31), .literal(Slice(start: 202, count: 5)),
        .field(id: NumberField.avatarColor.id, kind: .number),
        .sectionBegin(id: FlagField.coralClasses.id, end: 33), .literal(Slice(start: 207, count: 44)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 35), .literal(Slice(start: 251, count: 30)),
        .literal(Slice(start: 281, count: 1)), .sectionBegin(id: FlagField.showsInitials.id, end: 41),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 41), .literal(Slice(start: 282, count: 9)),
        .field(id: TextField.initials.id, kind: .text), .literal(Slice(start: 291, count: 1)),
        .literal(Slice(start: 292, count: 4)), .field(id: ConstantFields.id(of: .level), kind: .text),
        .literal(Slice(start: 296, count: 1)), .field(id: NumberField.level.id, kind: .number),
        .invertedBegin(id: FlagField.flattened.id, end: 68),
        .sectionBegin(id: FlagField.namesParent.id, end: 58), .literal(Slice(start: 297, count: 21)),
        .sectionBegin(id: FlagField.parentIsGone.id, end: 51), .literal(Slice(start: 318, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 57), .literal(Slice(start: 320, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 322, count: 6)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 328, count: 6)),
        .literal(Slice(start: 334, count: 7)), .invertedBegin(id: FlagField.namesParent.id, end: 68),
        .sectionBegin(id: FlagField.parentIsGone.id, end: 62), .literal(Slice(start: 341, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 68), .literal(Slice(start: 343, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 345, count: 6)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 351, count: 6)),
        .sectionBegin(id: FlagField.hasReplies.id, end: 71), .literal(Slice(start: 357, count: 2)),
        .field(id: TextField.replyCountLabel.id, kind: .text), .literal(Slice(start: 359, count: 6)),
        .sectionBegin(id: FlagField.hasAvatar.id, end: 82), .literal(Slice(start: 365, count: 17)),
        .sectionBegin(id: FlagField.showsInitials.id, end: 79),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 79), .literal(Slice(start: 382, count: 9)),
        .field(id: TextField.initials.id, kind: .text), .literal(Slice(start: 391, count: 1)),
        .literal(Slice(start: 392, count: 6)), .field(id: TextField.avatarURL.id, kind: .url),
        .literal(Slice(start: 398, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 86),
        .literal(Slice(start: 491, count: 5)), .field(id: TextField.author.id, kind: .text),
        .literal(Slice(start: 496, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 88),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text), .literal(Slice(start: 502, count: 5)),
        .sectionBegin(id: FlagField.hasBadges.id, end: 101), .listBegin(id: badgeListID, end: 101),
        .literal(Slice(start: 507, count: 22)), .field(id: TextField.badgeKind.id, kind: .token),
        .sectionBegin(id: FlagField.coralClasses.id, end: 95), .literal(Slice(start: 529, count: 42)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 97), .literal(Slice(start: 571, count: 22)),
        .literal(Slice(start: 593, count: 2)), .field(id: TextField.badgeLabel.id, kind: .text),
        .literal(Slice(start: 595, count: 7)), .listEnd(id: badgeListID, begin: 91),
        .sectionBegin(id: FlagField.featured.id, end: 110), .literal(Slice(start: 602, count: 30)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 105), .literal(Slice(start: 632, count: 50)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 107), .literal(Slice(start: 682, count: 39)),
        .literal(Slice(start: 721, count: 2)), .field(id: ConstantFields.id(of: .featured), kind: .text),
        .literal(Slice(start: 723, count: 7)), .sectionBegin(id: FlagField.isQuestion.id, end: 114),
        .literal(Slice(start: 730, count: 32)), .field(id: ConstantFields.id(of: .askedQuestion), kind: .text),
        .literal(Slice(start: 762, count: 7)), .sectionBegin(id: FlagField.isReview.id, end: 118),
        .literal(Slice(start: 769, count: 30)), .field(id: ConstantFields.id(of: .review), kind: .text),
        .literal(Slice(start: 799, count: 7)), .sectionBegin(id: FlagField.answered.id, end: 122),
        .literal(Slice(start: 806, count: 32)), .field(id: ConstantFields.id(of: .answered), kind: .text),
        .literal(Slice(start: 838, count: 7)), .sectionBegin(id: FlagField.unanswered.id, end: 126),
        .literal(Slice(start: 845, count: 34)), .field(id: ConstantFields.id(of: .unanswered), kind: .text),
        .literal(Slice(start: 879, count: 7)), .sectionBegin(id: FlagField.offTopic.id, end: 130),
        .literal(Slice(start: 886, count: 27)), .field(id: ConstantFields.id(of: .offTopic), kind: .text),
        .literal(Slice(start: 913, count: 7)), .sectionBegin(id: FlagField.isNew.id, end: 134),
        .literal(Slice(start: 920, count: 27)), .field(id: ConstantFields.id(of: .new), kind: .text),
        .literal(Slice(start: 947, count: 7)), .sectionBegin(id: FlagField.hasTime.id, end: 160),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 154), .literal(Slice(start: 954, count: 14)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 139), .literal(Slice(start: 968, count: 46)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 141), .literal(Slice(start: 1014, count: 23)),
        .literal(Slice(start: 1037, count: 8)), .field(id: TextField.permalink.id, kind: .url),
        .literal(Slice(start: 1045, count: 5)), .field(id: ConstantFields.id(of: .permalink), kind: .text),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 148),
        .field(id: TextField.listSeparator.id, kind: .text), .field(id: TextField.author.id, kind: .text),
        .field(id: TextField.separator.id, kind: .text), .literal(Slice(start: 1050, count: 20)),
        .field(id: TextField.datetime.id, kind: .text), .literal(Slice(start: 1070, count: 2)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1072, count: 11)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 160), .literal(Slice(start: 1083, count: 29)),
        .field(id: TextField.datetime.id, kind: .text), .literal(Slice(start: 1112, count: 2)),
        .field(id: TextField.time.id, kind: .text), .literal(Slice(start: 1114, count: 7)),
        .sectionBegin(id: FlagField.edited.id, end: 167), .literal(Slice(start: 1121, count: 17)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 164), .literal(Slice(start: 1138, count: 27)),
        .literal(Slice(start: 1165, count: 2)), .field(id: ConstantFields.id(of: .edited), kind: .text),
        .literal(Slice(start: 1167, count: 7)), .literal(Slice(start: 1174, count: 9)),
        .sectionBegin(id: FlagField.orphan.id, end: 172), .literal(Slice(start: 1183, count: 25)),
        .field(id: ConstantFields.id(of: .orphan), kind: .text), .literal(Slice(start: 1208, count: 4)),
        .sectionBegin(id: FlagField.namesParent.id, end: 202), .literal(Slice(start: 1212, count: 14)),
        .invertedBegin(id: FlagField.flattened.id, end: 176), .literal(Slice(start: 1226, count: 9)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 178), .literal(Slice(start: 1235, count: 30)),
        .literal(Slice(start: 1265, count: 2)), .sectionBegin(id: FlagField.parentIsGone.id, end: 188),
        .sectionBegin(id: FlagField.hasParentLink.id, end: 186), .literal(Slice(start: 1267, count: 9)),
        .field(id: TextField.parentLink.id, kind: .url), .literal(Slice(start: 1276, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text), .literal(Slice(start: 1278, count: 4)),
        .invertedBegin(id: FlagField.hasParentLink.id, end: 188),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 201),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 1282, count: 1)),
        .sectionBegin(id: FlagField.hasParentLink.id, end: 197), .literal(Slice(start: 1283, count: 9)),
        .field(id: TextField.parentLink.id, kind: .url), .literal(Slice(start: 1292, count: 7)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1299, count: 10)),
        .invertedBegin(id: FlagField.hasParentLink.id, end: 201), .literal(Slice(start: 1309, count: 5)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 1314, count: 6)),
        .literal(Slice(start: 1320, count: 4)), .sectionBegin(id: FlagField.hasRatingStars.id, end: 208),
        .literal(Slice(start: 1324, count: 45)), .field(id: TextField.starsLabel.id, kind: .text),
        .literal(Slice(start: 1369, count: 2)), .field(id: TextField.stars.id, kind: .text),
        .literal(Slice(start: 1371, count: 7)), .sectionBegin(id: FlagField.hasBody.id, end: 217),
        .literal(Slice(start: 1378, count: 15)), .sectionBegin(id: FlagField.coralClasses.id, end: 212),
        .literal(Slice(start: 1393, count: 42)), .sectionBegin(id: FlagField.talkClasses.id, end: 214),
        .literal(Slice(start: 1435, count: 28)), .literal(Slice(start: 1463, count: 13)),
        .html(id: InsertionPoint.body.id), .literal(Slice(start: 1476, count: 6)),
        .sectionBegin(id: FlagField.hasMedia.id, end: 252), .literal(Slice(start: 1482, count: 15)),
        .sectionBegin(id: FlagField.hasMediaLink.id, end: 245), .literal(Slice(start: 1497, count: 9)),
        .field(id: TextField.mediaURL.id, kind: .url), .literal(Slice(start: 1506, count: 41)),
        .sectionBegin(id: FlagField.hasImage.id, end: 236), .literal(Slice(start: 1547, count: 10)),
        .field(id: TextField.imageURL.id, kind: .url), .literal(Slice(start: 1557, count: 7)),
        .field(id: TextField.mediaTitle.id, kind: .text), .literal(Slice(start: 1564, count: 1)),
        .sectionBegin(id: FlagField.hasImageSize.id, end: 235), .literal(Slice(start: 1565, count: 8)),
        .field(id: NumberField.imageWidth.id, kind: .number), .literal(Slice(start: 1573, count: 10)),
        .field(id: NumberField.imageHeight.id, kind: .number), .literal(Slice(start: 1583, count: 1)),
        .literal(Slice(start: 1584, count: 62)), .literal(Slice(start: 1646, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 1652, count: 13)),
        .invertedBegin(id: FlagField.hasImage.id, end: 244),
        .sectionBegin(id: FlagField.hasMediaTitle.id, end: 242),
        .field(id: TextField.mediaTitle.id, kind: .text),
        .invertedBegin(id: FlagField.hasMediaTitle.id, end: 244),
        .field(id: TextField.mediaHost.id, kind: .text), .literal(Slice(start: 1665, count: 10)),
        .invertedBegin(id: FlagField.hasMediaLink.id, end: 251), .literal(Slice(start: 1675, count: 6)),
        .field(id: TextField.mediaLabel.id, kind: .text), .literal(Slice(start: 1681, count: 13)),
        .field(id: TextField.mediaTitle.id, kind: .text), .literal(Slice(start: 1694, count: 6)),
        .literal(Slice(start: 1700, count: 4)), .sectionBegin(id: FlagField.hasLikes.id, end: 261),
        .literal(Slice(start: 1704, count: 18)), .sectionBegin(id: FlagField.coralClasses.id, end: 256),
        .literal(Slice(start: 1722, count: 30)), .sectionBegin(id: FlagField.talkClasses.id, end: 258),
        .literal(Slice(start: 1752, count: 27)), .literal(Slice(start: 1779, count: 2)),
        .field(id: TextField.likesLabel.id, kind: .text), .literal(Slice(start: 1781, count: 9)),
        .literal(Slice(start: 1790, count: 10)), .mark(id: InsertionPoint.replies.id),
        .literal(Slice(start: 1800, count: 5)),
      ])
  }

  private static var tombstoneProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-x a-x- a-hi coral coral-comment coral-Tombstone coral-indent coral-indent- talk-comment-tombstone\" id=\"\" style=\"--n:;--o:;--l:;--r:\"><article><h3><i> <span class=\"a-wide\">. .  <bdi></bdi></span>. .  <bdi></bdi>. :</i> </h3><p class=\"a-to a-orphan\"></p><p class=\"a-to a-narrow coral coral-comment-inReplyTo\"><a href=\"\"></a> <a href=\"\"><bdi></bdi></a><bdi></bdi></p></article></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 23)), .field(id: TextField.reason.id, kind: .token),
        .sectionBegin(id: FlagField.highlighted.id, end: 4), .literal(Slice(start: 23, count: 5)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 9), .literal(Slice(start: 28, count: 27)),
        .field(id: TextField.reason.id, kind: .token), .literal(Slice(start: 55, count: 36)),
        .field(id: NumberField.depth.id, kind: .number), .sectionBegin(id: FlagField.talkClasses.id, end: 11),
        .literal(Slice(start: 91, count: 23)), .literal(Slice(start: 114, count: 1)),
        .sectionBegin(id: FlagField.anchors.id, end: 16), .literal(Slice(start: 115, count: 5)),
        .field(id: TextField.anchor.id, kind: .token), .literal(Slice(start: 120, count: 1)),
        .sectionBegin(id: FlagField.ranked.id, end: 26), .literal(Slice(start: 121, count: 12)),
        .field(id: NumberField.rankNewest.id, kind: .number), .literal(Slice(start: 133, count: 5)),
        .field(id: NumberField.rankOldest.id, kind: .number), .literal(Slice(start: 138, count: 5)),
        .field(id: NumberField.rankLikes.id, kind: .number), .literal(Slice(start: 143, count: 5)),
        .field(id: NumberField.rankReplies.id, kind: .number), .literal(Slice(start: 148, count: 1)),
        .literal(Slice(start: 149, count: 17)), .field(id: ConstantFields.id(of: .level), kind: .text),
        .literal(Slice(start: 166, count: 1)), .field(id: NumberField.level.id, kind: .number),
        .invertedBegin(id: FlagField.flattened.id, end: 53),
        .sectionBegin(id: FlagField.namesParent.id, end: 43), .literal(Slice(start: 167, count: 21)),
        .sectionBegin(id: FlagField.parentIsGone.id, end: 36), .literal(Slice(start: 188, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 42), .literal(Slice(start: 190, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 192, count: 6)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 198, count: 6)),
        .literal(Slice(start: 204, count: 7)), .invertedBegin(id: FlagField.namesParent.id, end: 53),
        .sectionBegin(id: FlagField.parentIsGone.id, end: 47), .literal(Slice(start: 211, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 53), .literal(Slice(start: 213, count: 2)),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 215, count: 6)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 221, count: 6)),
        .sectionBegin(id: FlagField.hasReplies.id, end: 56), .literal(Slice(start: 227, count: 2)),
        .field(id: TextField.replyCountLabel.id, kind: .text), .literal(Slice(start: 229, count: 6)),
        .field(id: TextField.reasonText.id, kind: .text), .literal(Slice(start: 235, count: 5)),
        .sectionBegin(id: FlagField.orphan.id, end: 63), .literal(Slice(start: 240, count: 25)),
        .field(id: ConstantFields.id(of: .orphan), kind: .text), .literal(Slice(start: 265, count: 4)),
        .sectionBegin(id: FlagField.namesParent.id, end: 93), .literal(Slice(start: 269, count: 14)),
        .invertedBegin(id: FlagField.flattened.id, end: 67), .literal(Slice(start: 283, count: 9)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 69), .literal(Slice(start: 292, count: 30)),
        .literal(Slice(start: 322, count: 2)), .sectionBegin(id: FlagField.parentIsGone.id, end: 79),
        .sectionBegin(id: FlagField.hasParentLink.id, end: 77), .literal(Slice(start: 324, count: 9)),
        .field(id: TextField.parentLink.id, kind: .url), .literal(Slice(start: 333, count: 2)),
        .field(id: TextField.parentGoneLabel.id, kind: .text), .literal(Slice(start: 335, count: 4)),
        .invertedBegin(id: FlagField.hasParentLink.id, end: 79),
        .field(id: TextField.parentGoneLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasInReplyTo.id, end: 92),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 339, count: 1)),
        .sectionBegin(id: FlagField.hasParentLink.id, end: 88), .literal(Slice(start: 340, count: 9)),
        .field(id: TextField.parentLink.id, kind: .url), .literal(Slice(start: 349, count: 7)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 356, count: 10)),
        .invertedBegin(id: FlagField.hasParentLink.id, end: 92), .literal(Slice(start: 366, count: 5)),
        .field(id: TextField.inReplyTo.id, kind: .text), .literal(Slice(start: 371, count: 6)),
        .literal(Slice(start: 377, count: 4)), .literal(Slice(start: 381, count: 10)),
        .mark(id: InsertionPoint.replies.id), .literal(Slice(start: 391, count: 5)),
      ])
  }

  private static var ancestorProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-above\"><p class=\"a-to\"><span></span> <bdi></bdi>&#160;<q dir=\"auto\"></q><span class=\"a-v\"></span><a href=\"\"><img class=\"a-av\" data-i=\"\" src=\"\" alt=\"\" width=\"24\" height=\"24\" loading=\"lazy\" decoding=\"async\" referrerpolicy=\"no-referrer\"><bdi></bdi></a><bdi></bdi> <q dir=\"auto\"></q></p></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 40)), .sectionBegin(id: FlagField.isCard.id, end: 18),
        .sectionBegin(id: FlagField.isTombstone.id, end: 6), .literal(Slice(start: 40, count: 6)),
        .field(id: TextField.inReplyToLabel.id, kind: .text), .literal(Slice(start: 46, count: 7)),
        .invertedBegin(id: FlagField.isTombstone.id, end: 18),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 12),
        .field(id: ConstantFields.id(of: .inReplyTo), kind: .text), .literal(Slice(start: 53, count: 6)),
        .field(id: TextField.author.id, kind: .text), .literal(Slice(start: 59, count: 6)),
        .invertedBegin(id: FlagField.hasAuthor.id, end: 14),
        .field(id: ConstantFields.id(of: .inReplyToUnknown), kind: .text),
        .sectionBegin(id: FlagField.hasExcerpt.id, end: 18), .literal(Slice(start: 65, count: 20)),
        .field(id: TextField.excerpt.id, kind: .text), .literal(Slice(start: 85, count: 4)),
        .invertedBegin(id: FlagField.isCard.id, end: 61), .literal(Slice(start: 89, count: 18)),
        .field(id: ConstantFields.id(of: .continuedLabel), kind: .text),
        .field(id: TextField.separator.id, kind: .text), .literal(Slice(start: 107, count: 7)),
        .sectionBegin(id: FlagField.hasCommentLink.id, end: 47), .literal(Slice(start: 114, count: 9)),
        .field(id: TextField.commentLink.id, kind: .url), .literal(Slice(start: 123, count: 2)),
        .sectionBegin(id: FlagField.isTombstone.id, end: 29), .field(id: TextField.reasonText.id, kind: .text),
        .invertedBegin(id: FlagField.isTombstone.id, end: 46),
        .sectionBegin(id: FlagField.hasAvatar.id, end: 40), .literal(Slice(start: 125, count: 17)),
        .sectionBegin(id: FlagField.showsInitials.id, end: 37),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 37), .literal(Slice(start: 142, count: 9)),
        .field(id: TextField.initials.id, kind: .text), .literal(Slice(start: 151, count: 1)),
        .literal(Slice(start: 152, count: 6)), .field(id: TextField.avatarURL.id, kind: .url),
        .literal(Slice(start: 158, count: 93)), .sectionBegin(id: FlagField.hasAuthor.id, end: 44),
        .literal(Slice(start: 251, count: 5)), .field(id: TextField.author.id, kind: .text),
        .literal(Slice(start: 256, count: 6)), .invertedBegin(id: FlagField.hasAuthor.id, end: 46),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text), .literal(Slice(start: 262, count: 4)),
        .invertedBegin(id: FlagField.hasCommentLink.id, end: 57),
        .sectionBegin(id: FlagField.isTombstone.id, end: 50), .field(id: TextField.reasonText.id, kind: .text),
        .invertedBegin(id: FlagField.isTombstone.id, end: 57),
        .sectionBegin(id: FlagField.hasAuthor.id, end: 55), .literal(Slice(start: 266, count: 5)),
        .field(id: TextField.author.id, kind: .text), .literal(Slice(start: 271, count: 6)),
        .invertedBegin(id: FlagField.hasAuthor.id, end: 57),
        .field(id: ConstantFields.id(of: .unknownAuthor), kind: .text),
        .sectionBegin(id: FlagField.hasExcerpt.id, end: 61), .literal(Slice(start: 277, count: 15)),
        .field(id: TextField.excerpt.id, kind: .text), .literal(Slice(start: 292, count: 4)),
        .literal(Slice(start: 296, count: 4)), .mark(id: InsertionPoint.replies.id),
        .literal(Slice(start: 300, count: 5)),
      ])
  }

  private static var repliesProgram: Program {
    Program(
      literals: Array(
        "<details class=\"a-r\" open><summary> <span class=\"a-from\">· </span></summary><ol></ol></details>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 20)), .sectionBegin(id: FlagField.open.id, end: 3),
        .literal(Slice(start: 20, count: 5)), .literal(Slice(start: 25, count: 10)),
        .field(id: TextField.replyCountLabel.id, kind: .text),
        .sectionBegin(id: FlagField.hasReplyAuthors.id, end: 9), .literal(Slice(start: 35, count: 25)),
        .field(id: TextField.replyAuthors.id, kind: .text), .literal(Slice(start: 60, count: 7)),
        .literal(Slice(start: 67, count: 14)), .mark(id: InsertionPoint.comments.id),
        .literal(Slice(start: 81, count: 15)),
      ])
  }

  private static var hiddenRepliesProgram: Program {
    Program(
      literals: Array(
        "<li class=\"a-c a-k\"><a href=\"\"></a><a href=\"\"></a><a href=\"\"></a></li>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 20)), .sectionBegin(id: FlagField.hasCommentLink.id, end: 7),
        .literal(Slice(start: 20, count: 9)), .field(id: TextField.commentLink.id, kind: .url),
        .literal(Slice(start: 29, count: 2)), .field(id: TextField.countLabel.id, kind: .text),
        .literal(Slice(start: 31, count: 4)), .invertedBegin(id: FlagField.hasCommentLink.id, end: 26),
        .sectionBegin(id: FlagField.isArchive.id, end: 10), .field(id: TextField.countLabel.id, kind: .text),
        .invertedBegin(id: FlagField.isArchive.id, end: 26),
        .sectionBegin(id: FlagField.hasPermalink.id, end: 17), .literal(Slice(start: 35, count: 9)),
        .field(id: TextField.permalink.id, kind: .url), .literal(Slice(start: 44, count: 2)),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 46, count: 4)),
        .invertedBegin(id: FlagField.hasPermalink.id, end: 26),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 24), .literal(Slice(start: 50, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 59, count: 2)),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 61, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 26), .field(id: TextField.countLabel.id, kind: .text),
        .literal(Slice(start: 65, count: 5)),
      ])
  }

  private static var moreCommentsProgram: Program {
    Program(
      literals: Array(
        "<p class=\"a-more\"></p><p class=\"a-more\"><a class=\"a-btn coral coral-allComments-loadMoreButton talk-load-more-button\" href=\"\"></a></p>".utf8),
      ops: [
        .sectionBegin(id: FlagField.isArchive.id, end: 4), .literal(Slice(start: 0, count: 18)),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 18, count: 4)),
        .invertedBegin(id: FlagField.isArchive.id, end: 20), .literal(Slice(start: 22, count: 18)),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 17), .literal(Slice(start: 40, count: 15)),
        .sectionBegin(id: FlagField.coralClasses.id, end: 10), .literal(Slice(start: 55, count: 39)),
        .sectionBegin(id: FlagField.talkClasses.id, end: 12), .literal(Slice(start: 94, count: 22)),
        .literal(Slice(start: 116, count: 8)), .field(id: TextField.storyURL.id, kind: .url),
        .literal(Slice(start: 124, count: 2)), .field(id: TextField.countLabel.id, kind: .text),
        .literal(Slice(start: 126, count: 4)), .invertedBegin(id: FlagField.hasStoryURL.id, end: 19),
        .field(id: TextField.countLabel.id, kind: .text), .literal(Slice(start: 130, count: 4)),
      ])
  }

  private static var noCommentsProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title coral coral-counter\"> <span class=\"a-count\">()</span></h2></div><p class=\"a-none coral talk-stream-no-comments\"> <a href=\"\"></a> <a href=\"\"></a></p>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 37)), .sectionBegin(id: FlagField.coralClasses.id, end: 3),
        .literal(Slice(start: 37, count: 20)), .literal(Slice(start: 57, count: 2)),
        .field(id: ConstantFields.id(of: .comments), kind: .text),
        .invertedBegin(id: FlagField.isPaged.id, end: 9), .literal(Slice(start: 59, count: 24)),
        .field(id: TextField.commentCount.id, kind: .text), .literal(Slice(start: 83, count: 8)),
        .literal(Slice(start: 91, count: 27)), .sectionBegin(id: FlagField.coralClasses.id, end: 12),
        .literal(Slice(start: 118, count: 6)), .sectionBegin(id: FlagField.talkClasses.id, end: 14),
        .literal(Slice(start: 124, count: 24)), .literal(Slice(start: 148, count: 2)),
        .field(id: TextField.noCommentsLabel.id, kind: .text), .sectionBegin(id: FlagField.isPaged.id, end: 29),
        .sectionBegin(id: FlagField.hasNextPage.id, end: 23), .literal(Slice(start: 150, count: 10)),
        .field(id: TextField.nextPageURL.id, kind: .url), .literal(Slice(start: 160, count: 2)),
        .field(id: ConstantFields.id(of: .nextPage), kind: .text), .literal(Slice(start: 162, count: 4)),
        .sectionBegin(id: FlagField.hasPreviousPage.id, end: 29), .literal(Slice(start: 166, count: 10)),
        .field(id: TextField.previousPageURL.id, kind: .url), .literal(Slice(start: 176, count: 2)),
        .field(id: ConstantFields.id(of: .previousPage), kind: .text), .literal(Slice(start: 178, count: 4)),
        .literal(Slice(start: 182, count: 4)),
      ])
  }

  private static var storyProgram: Program {
    Program(
      literals: Array(
        "<div class=\"a-bar\"><h2 class=\"a-title\"><a href=\"\"></a><a href=\"\"></a></h2><p class=\"a-rating\"></p><p class=\"a-sorted\"></p></div><ol class=\"a-l coral coral-comments talk-stream-comments-container\"></ol>".utf8),
      ops: [
        .literal(Slice(start: 0, count: 39)), .sectionBegin(id: FlagField.hasTitle.id, end: 10),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 8), .literal(Slice(start: 39, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 48, count: 2)),
        .field(id: TextField.title.id, kind: .text), .literal(Slice(start: 50, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 10), .field(id: TextField.title.id, kind: .text),
        .invertedBegin(id: FlagField.hasTitle.id, end: 19),
        .sectionBegin(id: FlagField.hasStoryURL.id, end: 17), .literal(Slice(start: 54, count: 9)),
        .field(id: TextField.storyURL.id, kind: .url), .literal(Slice(start: 63, count: 2)),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 65, count: 4)),
        .invertedBegin(id: FlagField.hasStoryURL.id, end: 19),
        .field(id: ConstantFields.id(of: .comments), kind: .text), .literal(Slice(start: 69, count: 5)),
        .sectionBegin(id: FlagField.hasRating.id, end: 24), .literal(Slice(start: 74, count: 20)),
        .field(id: TextField.ratingLabel.id, kind: .text), .literal(Slice(start: 94, count: 4)),
        .literal(Slice(start: 98, count: 20)), .field(id: TextField.commentCountLabel.id, kind: .text),
        .literal(Slice(start: 118, count: 24)), .sectionBegin(id: FlagField.coralClasses.id, end: 29),
        .literal(Slice(start: 142, count: 21)), .sectionBegin(id: FlagField.talkClasses.id, end: 31),
        .literal(Slice(start: 163, count: 31)), .literal(Slice(start: 194, count: 2)),
        .mark(id: InsertionPoint.comments.id), .literal(Slice(start: 196, count: 5)),
      ])
  }
}
