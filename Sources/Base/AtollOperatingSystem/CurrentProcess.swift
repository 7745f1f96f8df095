import CAtollSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package var currentProcessID: Int32 { getpid() }

package func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

package var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// Returns the arguments of the process, its name first; an argument that is not UTF-8 is `nil`.
///
/// On Linux, `CommandLine.arguments` comes from `/proc`. It is empty if `/proc` is not mounted, as
/// in a bare `chroot`.
package func processArguments() -> [String?] {
  let count = atoll_argument_count()
  guard count > 0 else { return CommandLine.arguments }
  return (0..<count).map { index in
    guard let text = unsafe atoll_argument(index) else { return "" }
    return unsafe String(validatingCString: text)
  }
}

package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Opens `/dev/null` in place of a standard input, output or error that is closed.
///
/// Otherwise, the next file that is opened would get the number of the closed one. `/dev/null` is
/// opened in the wrong direction, so that reading and writing still fail.
package func occupyStandardDescriptors() {
  for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

package func endProcess(_ code: Int32) -> Never { exit(code) }

package enum SystemClock {
  /// The time on a clock that never goes backward, for durations.
  package static var monotonicMilliseconds: Int64 { milliseconds(of: CLOCK_MONOTONIC) }

  /// The time since the beginning of 1970, UTC.
  package static var currentMilliseconds: Int64 { milliseconds(of: CLOCK_REALTIME) }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
