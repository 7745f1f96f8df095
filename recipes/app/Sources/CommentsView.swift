#if canImport(SwiftUI)
  import AtollComments
  import AtollRows
  import SwiftUI

  /// The thread in a list of SwiftUI, which observes the controller.
  struct CommentsView: View {
    @State var controller: CommentsController
    /// The comment to answer.
    @State private var answered: String?
    @State private var isWriting = false
    @State private var text = ""

    private var feed: CommentFeed { controller.feed }
    private var ids: [String] { (0..<feed.count).map { feed.comment(at: $0).id } }

    var body: some View {
      List {
        if let message = controller.message { Text(message).foregroundStyle(.red) }
        ForEach(ids, id: \.self) { id in
          if let row = feed.index(of: id) { view(ofRow: row, id) }
        }
        if let next = controller.next {
          ProgressView().task(id: next) { await controller.loadMore() }
        }
      }
      .navigationTitle(feed.story.title)
      .toolbar {
        Menu("Sort") {
          ForEach(CommentOrder.allCases, id: \.self) { order in
            Button(order.rawValue) { Task { await controller.sort(by: order) } }
          }
        }
      }
      .refreshable { await controller.refresh() }
      .task { await controller.load() }
      .alert("Reply", isPresented: $isWriting) {
        TextField("Reply", text: $text)
        Button("Post") { post() }
        Button("Cancel", role: .cancel) { controller.keep(text, answering: answered) }
      }
    }

    private func view(ofRow index: Int, _ id: String) -> some View {
      let (row, comment) = (feed.row(at: index), feed.comment(at: index))
      return VStack(alignment: .leading) {
        Text(comment.author?.name ?? "").bold()
        if comment.tombstone == nil { Text(comment.body.plainText) }
        if !row.isExpanded { Text("+\(row.hiddenReplies)").foregroundStyle(.secondary) }
      }
      .padding(.leading, CGFloat(12 * min(row.depth, 6)))
      .onTapGesture { withAnimation { controller.toggleExpansion(of: id) } }
      .swipeActions {
        Button("Reply") { write(answering: id) }
        Button("Like") { Task { await controller.toggleLike(id) } }
      }
    }

    private func write(answering comment: String) {
      (answered, text, isWriting) = (comment, controller.takeText(answering: comment), true)
    }

    private func post() {
      // The field may have the text for another comment before this one is posted.
      let (comment, text) = (answered, text)
      Task { await controller.post(text, answering: comment) }
    }
  }
#endif
