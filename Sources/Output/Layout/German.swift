/// German words.
enum German: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "Kommentare"
    case .comment: "Kommentar"
    case .replies: "Antworten"
    case .noComments: "Noch keine Kommentare"
    case .moreComments: "Weitere Kommentare"
    case .sortBy: "Sortieren nach"
    case .newest: "Neueste"
    case .oldest: "Älteste"
    case .mostLiked: "Beliebteste"
    case .mostReplies: "Meiste Antworten"
    case .newestFirst: "Neueste zuerst"
    case .oldestFirst: "Älteste zuerst"
    case .announcement: "Ankündigung"
    case .information: "Hinweis"
    case .question: "Frage"
    case .closed: "Kommentare geschlossen"
    case .closedMessage: "Die Kommentare zu diesem Artikel sind geschlossen."
    case .stoppedMessage: "Auf dieser Website kann zurzeit nicht kommentiert werden."
    case .featured: "Ausgewählt"
    case .edited: "Bearbeitet"
    case .new: "Neu"
    case .offTopic: "Nicht zum Thema"
    case .unanswered: "Unbeantwortet"
    case .askedQuestion: "Frage"
    case .review: "Rezension"
    case .inReplyTo: "Antwort an"
    case .level: "Ebene"
    case .orphan: "Antwort auf einen Kommentar, der hier fehlt"
    case .unknownAuthor: "Unbekannter Autor"
    case .permalink: "Link zu diesem Kommentar"
    case .unsubscribe: "Abbestellen"
    case .goToComment: "Zum Kommentar"
    case .like: "Gefällt mir"
    case .justNow: "gerade eben"
    case .deleted: "Dieser Kommentar wurde gelöscht."
    case .rejected: "Dieser Kommentar wurde von der Moderation entfernt."
    case .withheld: "Dieser Kommentar wartet auf Freigabe."
    case .ignored: "Dieser Kommentar ist ausgeblendet, weil du seinen Autor ignorierst."
    case .admin: "Admin"
    case .moderator: "Moderation"
    case .staff: "Redaktion"
    case .expert: "Experte"
    case .member: "Mitglied"
    case .subscriber: "Abonnent"
    case .mediaGIF: "GIF"
    case .mediaYouTube: "Video auf YouTube"
    case .mediaX: "Beitrag auf X"
    case .mediaBluesky: "Beitrag auf Bluesky"
    case .mediaImage: "Bild"
    case .spoiler: "Spoiler"
    case .showSpoiler: "Spoiler anzeigen"
    case .sarcasm: "Sarkasmus"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments: PluralForms(one: "# Kommentar", other: "# Kommentare")
    case .commentsOn: PluralForms(one: "# Kommentar zu @", other: "# Kommentare zu @")
    case .newComments: PluralForms(one: "# neuer Kommentar", other: "# neue Kommentare")
    case .newCommentsOn:
      PluralForms(one: "# neuer Kommentar zu @", other: "# neue Kommentare zu @")
    case .replies: PluralForms(one: "# Antwort", other: "# Antworten")
    case .hiddenReplies:
      PluralForms(
        one: "# Antwort ausgeblendet",
        other: "# Antworten ausgeblendet")
    case .moreComments: PluralForms(one: "# weiterer Kommentar", other: "# weitere Kommentare")
    case .moreNewComments:
      PluralForms(one: "# weiterer neuer Kommentar", other: "# weitere neue Kommentare")
    case .earlierComments: PluralForms(one: "# früherer Kommentar", other: "# frühere Kommentare")
    case .likes: PluralForms(one: "# Gefällt-mir-Angabe", other: "# Gefällt-mir-Angaben")
    case .stars: PluralForms(one: "# von 5 Sternen", other: "# von 5 Sternen")
    case .reviews: PluralForms(one: "# Rezension", other: "# Rezensionen")
    case .minutesAgo: PluralForms(one: "vor # Minute", other: "vor # Minuten")
    case .hoursAgo: PluralForms(one: "vor # Stunde", other: "vor # Stunden")
    case .daysAgo: PluralForms(one: "vor # Tag", other: "vor # Tagen")
    case .monthsAgo: PluralForms(one: "vor # Monat", other: "vor # Monaten")
    case .yearsAgo: PluralForms(one: "vor # Jahr", other: "vor # Jahren")
    }
  }

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "Januar"
    case 2: "Februar"
    case 3: "März"
    case 4: "April"
    case 5: "Mai"
    case 6: "Juni"
    case 7: "Juli"
    case 8: "August"
    case 9: "September"
    case 10: "Oktober"
    case 11: "November"
    default: "Dezember"
    }
  }
}
