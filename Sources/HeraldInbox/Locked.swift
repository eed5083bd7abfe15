import Foundation

/// A value that callbacks of other threads read and change.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
