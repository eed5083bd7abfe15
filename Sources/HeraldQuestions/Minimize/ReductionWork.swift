/// The work that a reduction may still do, so that a large log or document does not keep a thread for minutes.
///
/// It is counted in steps and not in time, so that one log is made equally small everywhere.
package struct ReductionWork {
  /// The steps of a reduction: an event that is lived is one, and so are some rules that a decision looks at and some
  /// bytes of a document that is read.
  package static let most = 2_000_000
  private static let rulesOfStep = 4
  private static let bytesOfStep = 16

  private var left = Self.most
  private let isWanted: () -> Bool
  /// True once something was not tried because no work was left, or nobody waited for it any more.
  package private(set) var isOver = false

  /// - Parameter isWanted: false once nobody waits for the answer.
  init(while isWanted: @escaping () -> Bool = { true }) { self.isWanted = isWanted }

  /// False where nothing more may be tried.
  mutating func begin() -> Bool {
    if !isOver { isOver = left <= 0 || !isWanted() }
    return !isOver
  }

  mutating func live(rules: Int) { left -= 1 + rules / Self.rulesOfStep }

  mutating func read(bytes: Int) { left -= bytes / Self.bytesOfStep }
}
