import CSystem

/// Returns the arguments of the process, its name first.
///
/// Swift reads them from `/proc` on Linux, and finds none where that is not mounted, as in a bare `chroot`.
package func processArguments() -> [String] {
  let count = atoll_argument_count()
  guard count > 0 else { return CommandLine.arguments }
  return (0..<count).map { index in
    guard let text = unsafe atoll_argument(index) else { return "" }
    return unsafe String(cString: text)
  }
}
