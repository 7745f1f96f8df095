/// `atoll snapshot`.
enum SnapshotCommands {
  static func run(_ invocation: Invocation) throws(Stop) {
    switch invocation.path.last {
    case "init": try SnapshotInit.run(invocation)
    case "verify": try SnapshotVerify.run(invocation)
    case "list": try SnapshotDeciding.list(invocation)
    case "show": try SnapshotShow.run(invocation)
    case "review": try SnapshotReview.run(invocation)
    case "accept": try SnapshotDeciding.decide(invocation, accepts: true)
    case "reject": try SnapshotDeciding.decide(invocation, accepts: false)
    case "prune": try SnapshotDeciding.prune(invocation)
    case "report": try SnapshotShow.report(invocation)
    case "doctor": try SnapshotDoctor.run(invocation)
    case "mutate": try SnapshotMutate.run(invocation)
    case let name: throw .failure(.internalError, "no command 'snapshot \(name ?? "")'")
    }
  }
}
