/// Arabic words, with Latin digits.
///
/// Latin digits are what the Maghreb and most of the Gulf’s own news sites use, and what the server’s
/// texts around these words hold; they also keep numbers readable beside names in Latin script.
enum Arabic: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "التعليقات"
    case .comment: "تعليق"
    case .replies: "الردود"
    case .noComments: "لا توجد تعليقات بعد"
    case .moreComments: "مزيد من التعليقات"
    case .sortBy: "الترتيب حسب"
    case .newest: "الأحدث"
    case .oldest: "الأقدم"
    case .mostLiked: "الأكثر إعجابًا"
    case .mostReplies: "الأكثر ردودًا"
    case .newestFirst: "الأحدث أولًا"
    case .oldestFirst: "الأقدم أولًا"
    case .announcement: "إعلان"
    case .information: "معلومات"
    case .question: "سؤال"
    case .closed: "التعليقات مغلقة"
    case .closedMessage: "أُغلق باب التعليق على هذا المقال."
    case .stoppedMessage: "التعليق متوقف حاليًا في هذا الموقع."
    case .featured: "مميز"
    case .edited: "تم التعديل"
    case .new: "جديد"
    case .offTopic: "خارج الموضوع"
    case .unanswered: "بلا إجابة"
    case .askedQuestion: "سؤال"
    case .review: "مراجعة"
    case .inReplyTo: "ردًا على"
    case .level: "المستوى"
    case .orphan: "رد على تعليق غير موجود هنا"
    case .unknownAuthor: "كاتب غير معروف"
    case .permalink: "رابط هذا التعليق"
    case .unsubscribe: "إلغاء الاشتراك"
    case .goToComment: "الانتقال إلى التعليق"
    case .like: "إعجاب"
    case .justNow: "الآن"
    case .deleted: "حُذف هذا التعليق."
    case .rejected: "أزال أحد المشرفين هذا التعليق."
    case .withheld: "هذا التعليق في انتظار المراجعة."
    case .ignored: "هذا التعليق مخفي لأنك تتجاهل كاتبه."
    case .admin: "مسؤول"
    case .moderator: "مشرف"
    case .staff: "فريق التحرير"
    case .expert: "خبير"
    case .member: "عضو"
    case .subscriber: "مشترك"
    case .mediaGIF: "صورة GIF"
    case .mediaYouTube: "فيديو على YouTube"
    case .mediaX: "منشور على X"
    case .mediaBluesky: "منشور على Bluesky"
    case .mediaImage: "صورة"
    case .spoiler: "حرق للأحداث"
    case .showSpoiler: "عرض الحرق"
    case .sarcasm: "سخرية"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments:
      PluralForms(
        zero: "لا تعليقات",
        one: "تعليق واحد",
        two: "تعليقان",
        few: "# تعليقات",
        many: "# تعليقًا",
        other: "# تعليق")
    case .commentsOn: commentsOn
    case .newComments: newComments
    case .newCommentsOn: newCommentsOn
    case .replies:
      PluralForms(
        zero: "لا ردود",
        one: "رد واحد",
        two: "ردان",
        few: "# ردود",
        many: "# ردًا",
        other: "# رد")
    case .hiddenReplies:
      PluralForms(
        zero: "لا ردود مخفية",
        one: "رد واحد مخفي",
        two: "ردان مخفيان",
        few: "# ردود مخفية",
        many: "# ردًا مخفيًا",
        other: "# رد مخفي")
    case .moreComments: moreComments
    case .moreNewComments: moreNewComments
    case .earlierComments: earlierComments
    case .likes:
      PluralForms(
        zero: "لا إعجابات",
        one: "إعجاب واحد",
        two: "إعجابان",
        few: "# إعجابات",
        many: "# إعجابًا",
        other: "# إعجاب")
    case .stars: PluralForms(other: "# من 5 نجوم")
    case .reviews:
      PluralForms(
        zero: "لا مراجعات",
        one: "مراجعة واحدة",
        two: "مراجعتان",
        few: "# مراجعات",
        many: "# مراجعة",
        other: "# مراجعة")
    case .minutesAgo: minutesAgo
    case .hoursAgo: hoursAgo
    case .daysAgo: daysAgo
    case .monthsAgo: monthsAgo
    case .yearsAgo: yearsAgo
    }
  }

  private static let commentsOn = PluralForms(
    zero: "لا تعليقات على @",
    one: "تعليق واحد على @",
    two: "تعليقان على @",
    few: "# تعليقات على @",
    many: "# تعليقًا على @",
    other: "# تعليق على @")
  private static let newComments = PluralForms(
    zero: "لا تعليقات جديدة",
    one: "تعليق جديد واحد",
    two: "تعليقان جديدان",
    few: "# تعليقات جديدة",
    many: "# تعليقًا جديدًا",
    other: "# تعليق جديد")
  private static let newCommentsOn = PluralForms(
    zero: "لا تعليقات جديدة على @",
    one: "تعليق جديد واحد على @",
    two: "تعليقان جديدان على @",
    few: "# تعليقات جديدة على @",
    many: "# تعليقًا جديدًا على @",
    other: "# تعليق جديد على @")
  private static let moreComments = PluralForms(
    zero: "لا مزيد من التعليقات",
    one: "تعليق واحد آخر",
    two: "تعليقان آخران",
    few: "# تعليقات أخرى",
    many: "# تعليقًا آخر",
    other: "# تعليق آخر")
  private static let moreNewComments = PluralForms(
    zero: "لا مزيد من التعليقات الجديدة",
    one: "تعليق جديد آخر",
    two: "تعليقان جديدان آخران",
    few: "# تعليقات جديدة أخرى",
    many: "# تعليقًا جديدًا آخر",
    other: "# تعليق جديد آخر")
  private static let earlierComments = PluralForms(
    zero: "لا تعليقات سابقة",
    one: "تعليق سابق واحد",
    two: "تعليقان سابقان",
    few: "# تعليقات سابقة",
    many: "# تعليقًا سابقًا",
    other: "# تعليق سابق")

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "يناير"
    case 2: "فبراير"
    case 3: "مارس"
    case 4: "أبريل"
    case 5: "مايو"
    case 6: "يونيو"
    case 7: "يوليو"
    case 8: "أغسطس"
    case 9: "سبتمبر"
    case 10: "أكتوبر"
    case 11: "نوفمبر"
    default: "ديسمبر"
    }
  }
}

// MARK: Ages

extension Arabic {
  private static let minutesAgo = PluralForms(
    zero: "قبل # دقيقة",
    one: "قبل دقيقة واحدة",
    two: "قبل دقيقتين",
    few: "قبل # دقائق",
    many: "قبل # دقيقة",
    other: "قبل # دقيقة")

  private static let hoursAgo = PluralForms(
    zero: "قبل # ساعة",
    one: "قبل ساعة واحدة",
    two: "قبل ساعتين",
    few: "قبل # ساعات",
    many: "قبل # ساعة",
    other: "قبل # ساعة")

  private static let daysAgo = PluralForms(
    zero: "قبل # يوم",
    one: "قبل يوم واحد",
    two: "قبل يومين",
    few: "قبل # أيام",
    many: "قبل # يومًا",
    other: "قبل # يوم")

  private static let monthsAgo = PluralForms(
    zero: "قبل # شهر",
    one: "قبل شهر واحد",
    two: "قبل شهرين",
    few: "قبل # أشهر",
    many: "قبل # شهرًا",
    other: "قبل # شهر")

  private static let yearsAgo = PluralForms(
    zero: "قبل # سنة",
    one: "قبل سنة واحدة",
    two: "قبل سنتين",
    few: "قبل # سنوات",
    many: "قبل # سنة",
    other: "قبل # سنة")
}
