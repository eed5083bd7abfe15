#if canImport(os)
  import os
#else
  import Synchronization
#endif

/// A value that several threads change, one after the other.
///
/// The system's lock on Apple's systems, because the standard library's needs later versions of them.
final class Guarded<Value: Sendable>: Sendable {
  #if canImport(os)
    private let value: OSAllocatedUnfairLock<Value>
    init(_ value: Value) { self.value = OSAllocatedUnfairLock(initialState: value) }
  #else
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  #endif

  /// Changes the value while no other thread can.
  func with<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}
