import Herald

/// The work that analyses of documents may still do, so that a document does not keep a thread for minutes.
///
/// It is counted in steps and not in time, so that a document has the same answer everywhere. Questions bound their
/// own analyses; others may do any work.
///
/// An analysis that ran out of work has not seen everything. So it rules nothing out, and ``limit`` is the answer.
package final class AnalysisWork: @unchecked Sendable {
  // Used by one thread, that of the analyses.
  private var left: Int
  private let most: Int
  private let isWanted: @Sendable () -> Bool

  /// The steps of an answer.
  package static let most = 2_500_000
  /// The steps after which it asks again whether somebody waits.
  private static let look = 4_096

  @TaskLocal private static var current: AnalysisWork?

  /// - Parameters:
  ///   - most: the number of steps.
  ///   - isWanted: false once nobody waits for the answer.
  package init(atMost most: Int = AnalysisWork.most, while isWanted: @escaping @Sendable () -> Bool = { true }) {
    (left, self.most, self.isWanted) = (most, most, isWanted)
  }

  /// Runs `body`, whose analyses share the work.
  package func bounding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self) { try body() }
  }

  /// Runs `body` within the work of one answer, unless it is within some work already.
  package static func bounded<Result>(_ body: () throws -> Result) rethrows -> Result {
    current == nil ? try AnalysisWork().bounding(body) : try body()
  }

  /// Counts steps that come next.
  ///
  /// - Returns: false where they may not be done.
  package static func spend(_ steps: Int) -> Bool { current?.spend(steps) ?? true }

  /// True once something was left out.
  package static var isOver: Bool { current.map { $0.left <= 0 } ?? false }

  /// The reason why something was left out, as a clause; nil if nothing was.
  package static var limit: String? {
    current.flatMap { $0.left > 0 ? nil : "the answer takes more than \($0.most.grouped) steps" }
  }

  private func spend(_ steps: Int) -> Bool {
    guard left > 0 else { return false }
    let before = left
    left -= steps
    if before / Self.look != left / Self.look, !isWanted() { left = 0 }
    return left > 0
  }
}
