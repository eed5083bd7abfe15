public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private let state: State

  public init(initialState: State) where State: Sendable { state = initialState }

  public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
    var state = state
    return try body(&state)
  }
}
