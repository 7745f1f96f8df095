/// Japanese words.
enum Japanese: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "コメント"
    case .comment: "コメント"
    case .replies: "返信"
    case .noComments: "コメントはまだありません"
    case .moreComments: "ほかのコメント"
    case .sortBy: "並べ替え"
    case .newest: "新しい順"
    case .oldest: "古い順"
    case .mostLiked: "いいねの多い順"
    case .mostReplies: "返信の多い順"
    case .newestFirst: "新しい順"
    case .oldestFirst: "古い順"
    case .announcement: "お知らせ"
    case .information: "ご案内"
    case .question: "質問"
    case .closed: "コメントの受付は終了しました"
    case .closedMessage: "この記事へのコメントの受付は終了しました。"
    case .stoppedMessage: "現在、このサイトではコメントの受付を停止しています。"
    case .featured: "注目"
    case .edited: "編集済み"
    case .new: "新着"
    case .offTopic: "トピック外"
    case .unanswered: "未回答"
    case .askedQuestion: "質問"
    case .review: "レビュー"
    case .inReplyTo: "返信先"
    case .level: "階層"
    case .orphan: "ここにないコメントへの返信"
    case .unknownAuthor: "不明な投稿者"
    case .permalink: "このコメントへのリンク"
    case .unsubscribe: "配信を停止"
    case .goToComment: "コメントへ移動"
    case .like: "いいね"
    case .justNow: "たった今"
    case .deleted: "このコメントは削除されました。"
    case .rejected: "このコメントはモデレーターにより削除されました。"
    case .withheld: "このコメントは承認待ちです。"
    case .ignored: "投稿者を無視しているため、このコメントは表示されません。"
    case .admin: "管理者"
    case .moderator: "モデレーター"
    case .staff: "スタッフ"
    case .expert: "専門家"
    case .member: "メンバー"
    case .subscriber: "購読者"
    case .mediaGIF: "GIF"
    case .mediaYouTube: "YouTubeの動画"
    case .mediaX: "Xの投稿"
    case .mediaBluesky: "Blueskyの投稿"
    case .mediaImage: "画像"
    case .spoiler: "ネタバレ"
    case .showSpoiler: "ネタバレを表示"
    case .sarcasm: "皮肉"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments: PluralForms(other: "コメント#件")
    case .commentsOn: PluralForms(other: "「@」へのコメント#件")
    case .newComments: PluralForms(other: "新着コメント#件")
    case .newCommentsOn: PluralForms(other: "「@」への新着コメント#件")
    case .replies: PluralForms(other: "返信#件")
    case .hiddenReplies: PluralForms(other: "非表示の返信#件")
    case .moreComments: PluralForms(other: "ほか#件のコメント")
    case .moreNewComments: PluralForms(other: "ほか#件の新着コメント")
    case .earlierComments: PluralForms(other: "以前のコメント#件")
    case .likes: PluralForms(other: "いいね#件")
    case .stars: PluralForms(other: "5つ星のうち#")
    case .reviews: PluralForms(other: "レビュー#件")
    case .minutesAgo: PluralForms(other: "#分前")
    case .hoursAgo: PluralForms(other: "#時間前")
    case .daysAgo: PluralForms(other: "#日前")
    case .monthsAgo: PluralForms(other: "#か月前")
    case .yearsAgo: PluralForms(other: "#年前")
    }
  }

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "1月"
    case 2: "2月"
    case 3: "3月"
    case 4: "4月"
    case 5: "5月"
    case 6: "6月"
    case 7: "7月"
    case 8: "8月"
    case 9: "9月"
    case 10: "10月"
    case 11: "11月"
    default: "12月"
    }
  }
}
