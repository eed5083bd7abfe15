import Herald
import HeraldLines

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Android)
  import Android
#endif

/// A stack for lines that nest deeply: 512 levels of the line, and 512 of a document in it.
///
/// A thread of an app may have 256 KiB and be deep in its own calls. So lines that may nest go to a thread of their own,
/// whose end is waited for. Most events cannot: only fetches with a document have many of the bytes that could open
/// something.
enum LargeStack {
  private static let size = 16 << 20
  /// The most levels for which the caller's stack is enough.
  private static let levels = 16

  /// True if bytes may have more levels than the caller's stack is enough for. A level begins with a byte of its own, or
  /// with an escaped one.
  static func isNeeded(for bytes: BorrowedBytes) -> Bool {
    // A longer line is refused by its length, and its bytes need not be there.
    guard bytes.count <= LineFeed.longestLine else { return false }
    var count = 0
    for byte in bytes where byte == 0x7B || byte == 0x5B || byte == 0x3C || byte == 0x5C {
      count += 1
      if count > levels { return true }
    }
    return false
  }

  /// True if a line that was taken has more levels itself, whatever stands in its texts.
  static func isNeeded(toReadAgain line: BorrowedBytes) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in line {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x22 {
        isText.toggle()
      } else if isText {
        isEscaped = byte == 0x5C
      } else if byte == 0x7B || byte == 0x5B {
        depth += 1
        if depth > levels { return true }
      } else if byte == 0x7D || byte == 0x5D {
        depth -= 1
      }
    }
    return false
  }

  /// Runs a closure on a new thread with such a stack, or on the caller's thread if no thread can be started.
  static func run(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      withExtendedLifetime(work) { if !start(work) { body() } }
    }
  }

  /// Runs the work on a new thread and waits for its end; false if no thread could be started.
  private static func start(_ work: Work) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, size) == 0 else { return false }
    let context = Unmanaged.passUnretained(work).toOpaque()
    #if os(macOS) || os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      var thread: pthread_t?
      let started = pthread_create(&thread, &attributes, { Work.run($0) }, context)
      guard started == 0, let thread else { return false }
    #else
      var thread = pthread_t()
      guard pthread_create(&thread, &attributes, { Work.run($0) }, context) == 0 else { return false }
    #endif
    pthread_join(thread, nil)
    return true
  }

  /// What a thread is started with.
  private final class Work {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let context { Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body() }
      return nil
    }
  }
}
