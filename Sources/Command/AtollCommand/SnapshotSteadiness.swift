import OperatingSystem
import PageShots
import Snapshots
import Synchronization

/// `atoll snapshot doctor --repeat N`: draws every picture of a suite again and again, in browsers
/// that stay open, and names what does not come out the same every time.
enum SnapshotSteadiness {
  /// Says whether all held still.
  static func check(_ times: Int, _ invocation: Invocation) throws(Stop) -> Bool {
    var run = try SnapshotCommands.suiteRun(invocation)
    let console = Console(invocation)
    let environment: ShotEnvironment
    let pages: PageFiles
    do {
      let work = absolutePath(try RunRecord.makeWorkFolder(ofStoreIn: run.store))
      environment = try ShotEnvironment(storeFolder: run.store, workFolder: work)
      pages = PageFiles(below: work)
    } catch let error as ShotError {
      throw .failure(.environment, error.description)
    } catch {
      throw .failure(.inputOutput, "\(error)")
    }
    defer { pages.remove() }
    var draws: [PictureRun.Draw] = []
    for snapshot in run.plan where snapshot.kind == .picture {
      draws.append(try run.draw(snapshot, pages))
    }
    let found = Mutex([Set<String>](repeating: [], count: draws.count))
    let list = draws
    let failures = BrowserPool.forEach(
      list.count * times, jobs: SnapshotCommands.jobs(invocation), in: environment
    ) { (number, browser) throws(ShotError) in
      // One picture after the other, so that each is taken after every other one.
      let index = number % list.count
      let hash = pictureHash(try browser.shoot(list[index].request).file)
      found.withLock { _ = $0[index].insert(hash) }
    }
    if let failure = failures.min(by: { $0.key < $1.key }) {
      throw .failure(
        .environment, failure.value.description, at: list[failure.key % list.count].name.text)
    }
    var isSteady = true
    for (draw, hashes) in zip(list, found.withLock { $0 }) where hashes.count > 1 {
      isSteady = false
      console.say(
        .warning, "\(times) pictures of it are \(hashes.count) different ones", at: draw.name.text)
    }
    if isSteady { try console.print("steady     \(list.count) pictures, \(times) times each\n") }
    return isSteady
  }
}
