package import Herald

/// The answer that a presenter waits for. The first one counts; nil where the last reference goes away without one.
///
/// Nothing locks it: a presenter of an app's window uses it on the main actor alone, and `deinit` runs after all uses.
package final class PendingAnswer: @unchecked Sendable {
  private var continuation: CheckedContinuation<Button?, Never>?

  package init(_ continuation: CheckedContinuation<Button?, Never>) { self.continuation = continuation }

  package func give(_ button: Button?) {
    continuation?.resume(returning: button)
    continuation = nil
  }

  deinit { give(nil) }
}
