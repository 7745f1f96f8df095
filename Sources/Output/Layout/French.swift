/// French words; spaces and apostrophes as French typography has them.
enum French: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "Commentaires"
    case .comment: "Commentaire"
    case .replies: "Réponses"
    case .noComments: "Aucun commentaire pour le moment"
    case .moreComments: "Plus de commentaires"
    case .sortBy: "Trier par"
    case .newest: "Plus récents"
    case .oldest: "Plus anciens"
    case .mostLiked: "Plus aimés"
    case .mostReplies: "Plus de réponses"
    case .newestFirst: "Plus récents d’abord"
    case .oldestFirst: "Plus anciens d’abord"
    case .announcement: "Annonce"
    case .information: "Information"
    case .question: "Question"
    case .closed: "Commentaires fermés"
    case .closedMessage: "Les commentaires de cet article sont fermés."
    case .stoppedMessage: "Les commentaires sont suspendus sur l’ensemble du site."
    case .featured: "À la une"
    case .edited: "Modifié"
    case .new: "Nouveau"
    case .offTopic: "Hors sujet"
    case .unanswered: "Sans réponse"
    case .askedQuestion: "Question"
    case .review: "Avis"
    case .inReplyTo: "En réponse à"
    case .level: "Niveau"
    case .orphan: "Réponse à un commentaire qui n’est pas ici"
    case .unknownAuthor: "Auteur inconnu"
    case .permalink: "Lien vers ce commentaire"
    case .unsubscribe: "Se désabonner"
    case .goToComment: "Aller au commentaire"
    case .like: "J’aime"
    case .justNow: "à l’instant"
    case .deleted: "Ce commentaire a été supprimé."
    case .rejected: "Ce commentaire a été retiré par la modération."
    case .withheld: "Ce commentaire est en attente de validation."
    case .ignored: "Ce commentaire est masqué, car vous ignorez son auteur."
    case .admin: "Admin"
    case .moderator: "Modération"
    case .staff: "Rédaction"
    case .expert: "Expert"
    case .member: "Membre"
    case .subscriber: "Abonné"
    case .mediaGIF: "GIF"
    case .mediaYouTube: "Vidéo sur YouTube"
    case .mediaX: "Post sur X"
    case .mediaBluesky: "Post sur Bluesky"
    case .mediaImage: "Image"
    case .spoiler: "Spoiler"
    case .showSpoiler: "Afficher le spoiler"
    case .sarcasm: "Sarcasme"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments:
      PluralForms(
        one: "# commentaire",
        many: "# de commentaires",
        other: "# commentaires")
    case .commentsOn: commentsOn
    case .newComments: newComments
    case .newCommentsOn: newCommentsOn
    case .replies: PluralForms(one: "# réponse", many: "# de réponses", other: "# réponses")
    case .hiddenReplies:
      PluralForms(
        one: "# réponse masquée",
        many: "# de réponses masquées",
        other: "# réponses masquées")
    case .moreComments:
      PluralForms(
        one: "# autre commentaire",
        many: "# d’autres commentaires",
        other: "# autres commentaires")
    case .moreNewComments: moreNewComments
    case .earlierComments: earlierComments
    case .likes: PluralForms(one: "# j’aime", many: "# de j’aime", other: "# j’aime")
    case .stars:
      PluralForms(
        one: "# étoile sur 5",
        many: "# d’étoiles sur 5",
        other: "# étoiles sur 5")
    case .reviews: PluralForms(one: "# avis", many: "# d’avis", other: "# avis")
    case .minutesAgo:
      PluralForms(
        one: "il y a # minute",
        many: "il y a # de minutes",
        other: "il y a # minutes")
    case .hoursAgo:
      PluralForms(
        one: "il y a # heure",
        many: "il y a # d’heures",
        other: "il y a # heures")
    case .daysAgo:
      PluralForms(
        one: "il y a # jour",
        many: "il y a # de jours",
        other: "il y a # jours")
    case .monthsAgo:
      PluralForms(
        one: "il y a # mois",
        many: "il y a # de mois",
        other: "il y a # mois")
    case .yearsAgo:
      PluralForms(
        one: "il y a # an",
        many: "il y a # d’années",
        other: "il y a # ans")
    }
  }

  private static let commentsOn = PluralForms(
    one: "# commentaire sur @",
    many: "# de commentaires sur @",
    other: "# commentaires sur @")
  private static let newComments = PluralForms(
    one: "# nouveau commentaire",
    many: "# de nouveaux commentaires",
    other: "# nouveaux commentaires")
  private static let newCommentsOn = PluralForms(
    one: "# nouveau commentaire sur @",
    many: "# de nouveaux commentaires sur @",
    other: "# nouveaux commentaires sur @")
  private static let moreNewComments = PluralForms(
    one: "# autre nouveau commentaire",
    many: "# d’autres nouveaux commentaires",
    other: "# autres nouveaux commentaires")
  private static let earlierComments = PluralForms(
    one: "# commentaire antérieur",
    many: "# de commentaires antérieurs",
    other: "# commentaires antérieurs")

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "janvier"
    case 2: "février"
    case 3: "mars"
    case 4: "avril"
    case 5: "mai"
    case 6: "juin"
    case 7: "juillet"
    case 8: "août"
    case 9: "septembre"
    case 10: "octobre"
    case 11: "novembre"
    default: "décembre"
    }
  }
}
