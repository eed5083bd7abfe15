/// Limits how long something may take.
enum TimeLimit {
  /// Runs `work`, and cancels it where it takes longer than the limit.
  ///
  /// - Parameter late: the result where it did, or the caller's task was cancelled.
  static func run<Result: Sendable>(
    _ limit: Duration, late: @escaping @Sendable () -> Result, _ work: @escaping @Sendable () async -> Result
  ) async -> Result {
    await withTaskGroup(of: Result.self) { group in
      group.addTask { await work() }
      group.addTask {
        // The sleep throws where the work ended first, or the caller's task was cancelled.
        try? await Task.sleep(for: limit)
        return late()
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? late()
    }
  }
}
