#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package enum Threads {
  /// Runs a body on `count` threads, including this one, and waits for all of them.
  ///
  /// If the system refuses a thread, fewer threads run the body.
  package static func run(threadCount count: Int, body: @escaping @Sendable () -> Void) {
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
    // Musl's default of 128 KiB is too little for libcmark.
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    // The new thread releases the work.
    let work = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = unsafe pthread_create(
      &thread, &attributes, { unsafe Threads.runWork($0) }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      return nil
    }
    return thread
  }

  private static func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work = unsafe work {
      unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    }
    return nil
  }
}

/// A value that only one thread uses at a time; other threads can wait for its changes.
///
/// The compiler does not check this type; it is safe because the private value is used only between
/// locking and unlocking, and because the lock is on the heap and never moves.
@safe package final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: sending Value) {
    self.value = value
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs a body with exclusive access to the value; waiting threads are not woken.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until a condition is true, runs a body on the value, and wakes all waiting threads.
  package func withLock<Result, Failure: Error>(
    when isReady: (Value) -> Bool, body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }
    while !isReady(value) { unsafe pthread_cond_wait(condition, mutex) }
    return try body(&value)
  }
}
