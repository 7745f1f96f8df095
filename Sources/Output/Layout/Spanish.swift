/// Spanish words.
enum Spanish: LanguageWords {
  static func words(for phrase: Phrase) -> StaticString {
    switch phrase {
    case .comments: "Comentarios"
    case .comment: "Comentario"
    case .replies: "Respuestas"
    case .noComments: "Aún no hay comentarios"
    case .moreComments: "Más comentarios"
    case .sortBy: "Ordenar por"
    case .newest: "Más recientes"
    case .oldest: "Más antiguos"
    case .mostLiked: "Con más me gusta"
    case .mostReplies: "Con más respuestas"
    case .newestFirst: "Más recientes primero"
    case .oldestFirst: "Más antiguos primero"
    case .announcement: "Anuncio"
    case .information: "Información"
    case .question: "Pregunta"
    case .closed: "Comentarios cerrados"
    case .closedMessage: "Los comentarios de este artículo están cerrados."
    case .stoppedMessage: "Los comentarios están suspendidos temporalmente en este sitio."
    case .featured: "Destacado"
    case .edited: "Editado"
    case .new: "Nuevo"
    case .offTopic: "Fuera de tema"
    case .unanswered: "Sin respuesta"
    case .askedQuestion: "Pregunta"
    case .review: "Reseña"
    case .inReplyTo: "En respuesta a"
    case .level: "Nivel"
    case .orphan: "Respuesta a un comentario que no está aquí"
    case .unknownAuthor: "Autor desconocido"
    case .permalink: "Enlace a este comentario"
    case .unsubscribe: "Cancelar la suscripción"
    case .goToComment: "Ir al comentario"
    case .like: "Me gusta"
    case .justNow: "hace un momento"
    case .deleted: "Este comentario ha sido eliminado."
    case .rejected: "Este comentario fue retirado por un moderador."
    case .withheld: "Este comentario está pendiente de revisión."
    case .ignored: "Este comentario está oculto porque ignoras a su autor."
    case .admin: "Administrador"
    case .moderator: "Moderador"
    case .staff: "Redacción"
    case .expert: "Experto"
    case .member: "Miembro"
    case .subscriber: "Suscriptor"
    case .mediaGIF: "GIF"
    case .mediaYouTube: "Vídeo en YouTube"
    case .mediaX: "Publicación en X"
    case .mediaBluesky: "Publicación en Bluesky"
    case .mediaImage: "Imagen"
    case .spoiler: "Spoiler"
    case .showSpoiler: "Mostrar spoiler"
    case .sarcasm: "Sarcasmo"
    }
  }

  static func forms(of phrase: CountedPhrase) -> PluralForms {
    switch phrase {
    case .comments:
      PluralForms(
        one: "# comentario",
        many: "# de comentarios",
        other: "# comentarios")
    case .commentsOn: commentsOn
    case .newComments: newComments
    case .newCommentsOn: newCommentsOn
    case .replies: PluralForms(one: "# respuesta", many: "# de respuestas", other: "# respuestas")
    case .hiddenReplies:
      PluralForms(
        one: "# respuesta oculta",
        many: "# de respuestas ocultas",
        other: "# respuestas ocultas")
    case .moreComments:
      PluralForms(
        one: "# comentario más",
        many: "# de comentarios más",
        other: "# comentarios más")
    case .moreNewComments: moreNewComments
    case .earlierComments: earlierComments
    case .likes: PluralForms(one: "# me gusta", many: "# de me gusta", other: "# me gusta")
    case .stars:
      PluralForms(
        one: "# de 5 estrellas",
        many: "# de 5 estrellas",
        other: "# de 5 estrellas")
    case .reviews: PluralForms(one: "# reseña", many: "# de reseñas", other: "# reseñas")
    case .minutesAgo:
      PluralForms(
        one: "hace # minuto",
        many: "hace # de minutos",
        other: "hace # minutos")
    case .hoursAgo: PluralForms(one: "hace # hora", many: "hace # de horas", other: "hace # horas")
    case .daysAgo: PluralForms(one: "hace # día", many: "hace # de días", other: "hace # días")
    case .monthsAgo: PluralForms(one: "hace # mes", many: "hace # de meses", other: "hace # meses")
    case .yearsAgo: PluralForms(one: "hace # año", many: "hace # de años", other: "hace # años")
    }
  }

  private static let commentsOn = PluralForms(
    one: "# comentario en @",
    many: "# de comentarios en @",
    other: "# comentarios en @")
  private static let newComments = PluralForms(
    one: "# comentario nuevo",
    many: "# de comentarios nuevos",
    other: "# comentarios nuevos")
  private static let newCommentsOn = PluralForms(
    one: "# comentario nuevo en @",
    many: "# de comentarios nuevos en @",
    other: "# comentarios nuevos en @")
  private static let moreNewComments = PluralForms(
    one: "# comentario nuevo más",
    many: "# de comentarios nuevos más",
    other: "# comentarios nuevos más")
  private static let earlierComments = PluralForms(
    one: "# comentario anterior",
    many: "# de comentarios anteriores",
    other: "# comentarios anteriores")

  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "enero"
    case 2: "febrero"
    case 3: "marzo"
    case 4: "abril"
    case 5: "mayo"
    case 6: "junio"
    case 7: "julio"
    case 8: "agosto"
    case 9: "septiembre"
    case 10: "octubre"
    case 11: "noviembre"
    default: "diciembre"
    }
  }
}
