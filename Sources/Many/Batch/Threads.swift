#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work on several threads of the system.
package enum Threads {
  /// How many processors this process may use.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Runs a body on so many threads, this one among them, and waits for all.
  ///
  /// Where the system gives fewer threads, fewer run it.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var started: [pthread_t] = []
    for _ in 1..<max(1, count) {
      guard let thread = start(body) else { break }
      started.append(thread)
    }
    body()
    for thread in started { pthread_join(thread, nil) }
  }

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    // Musl gives 128 KiB, which is too little for libcmark.
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    // The new thread takes the work over.
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = unsafe pthread_create(&thread, &attributes, runWork, work.toOpaque())
    #else
      var thread = pthread_t()
      let failure = unsafe pthread_create(&thread, &attributes, runWork, work.toOpaque())
    #endif
    guard failure == 0 else {
      unsafe work.release()
      return nil
    }
    return thread
  }

  #if canImport(Darwin)
    private static let runWork:
      @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
        { work in
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
          return nil
        }
  #else
    private static let runWork:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
        if let work = unsafe work {
          unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        }
        return nil
      }
  #endif
}
