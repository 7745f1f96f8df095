import Foundation
import Testing

@testable import AtollOperatingSystem

struct SignalTests {
  @Test func holdsSignalsBackUntilTheyAreReleased() {
    // A separate thread: its signal mask does not affect other tests, and only it receives the signal.
    let results = Monitor<[Bool]>([])
    let thread = Thread {
      let blockedSignals = BlockedSignals()
      var seen = [BlockedSignals.isAnyPending]
      pthread_kill(pthread_self(), SIGHUP)
      seen.append(BlockedSignals.isAnyPending)
      // Received here; otherwise the signal would end the process.
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, SIGHUP)
      var number: Int32 = 0
      unsafe sigwait(&set, &number)
      seen.append(BlockedSignals.isAnyPending)
      blockedSignals.release()
      results.withLock(when: { _ in true }) { $0 = seen }
    }
    thread.start()
    #expect(results.withLock(when: { !$0.isEmpty }) { $0 } == [false, true, false])
  }
}

struct ThreadTests {
  @Test func runsOnTheRequestedNumberOfThreads() {
    let arrived = Monitor(0)
    Threads.run(threadCount: 4) {
      arrived.withLock(when: { _ in true }) { $0 += 1 }
      // This is passed only when four threads run at once.
      arrived.withLock(when: { $0 == 4 }) { _ in }
    }
    #expect(arrived.withLock { $0 } == 4)
  }
}

struct SystemTests {
  @Test func returnsTheIDAndEnvironmentOfTheCurrentProcess() {
    #expect(currentProcessID == getpid())
    #expect(isRunning(currentProcessID))
    #expect(processorCount > 0)
    #expect(environmentVariable("PATH") != nil)
    #expect(environmentVariable("NO_SUCH_VARIABLE_HERE") == nil)
  }

  @Test func readsTheClocks() {
    let start = SystemClock.monotonicMilliseconds
    Thread.sleep(forTimeInterval: 0.05)
    let elapsed = SystemClock.monotonicMilliseconds - start
    // A busy machine can pause a test for long.
    #expect((50..<60_000).contains(elapsed))
    let difference = Double(SystemClock.currentMilliseconds) - Date().timeIntervalSince1970 * 1000
    #expect(abs(difference) < 60_000)
  }

  @Test func describesSystemErrors() {
    #expect(SystemError(number: ENOENT).message == "No such file or directory")
    #expect(SystemError(number: ENOENT).isMissing)
    #expect(SystemError(number: EMFILE).isTemporary)
  }
}
