import Herald

/// Follows how far one reading of a log has come.
package struct ReadingProgress {
  /// Takes the part that is done, from 0 to 1.
  let at: (Double) -> Void
  /// Called at the end, also after an error.
  let end: () -> Void

  package init(at: @escaping (Double) -> Void, end: @escaping () -> Void) {
    self.at = at
    self.end = end
  }

  /// Tells nobody.
  package static var untold: ReadingProgress { ReadingProgress(at: { _ in }, end: {}) }
}
