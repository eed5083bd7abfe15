public import Herald

/// Writes each decision as a line of JSON.
public struct DecisionLines: ReplayVisitor {
  public static var wantsDecisions: Bool { true }
  private var writer = JSONWriter()
  private let send: (borrowing [UInt8]) throws -> Void

  /// - Parameter send: takes lines, some at a time.
  public init(_ send: @escaping (borrowing [UInt8]) throws -> Void) { self.send = send }

  public mutating func decided(_ decision: Decision) throws {
    decision.write(into: &writer)
    writer.endLine()
    try writer.flush(over: 1 << 16, to: send)
  }

  /// Sends what is left.
  public mutating func flush() throws { try writer.flush(over: 0, to: send) }
}

/// Writes the state in which each stream ends as a line of JSON.
public struct StateLines: ReplayVisitor {
  private var writer = JSONWriter()
  private let send: (borrowing [UInt8]) throws -> Void

  /// - Parameter send: takes lines, some at a time.
  public init(_ send: @escaping (borrowing [UInt8]) throws -> Void) { self.send = send }

  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    state.write(source: source, into: &writer)
    writer.endLine()
    try writer.flush(over: 1 << 16, to: send)
  }

  /// Sends what is left.
  public mutating func flush() throws { try writer.flush(over: 0, to: send) }
}

extension JSONWriter {
  mutating func endLine() { bytes.append(0x0A) }

  /// Sends the bytes where there are more than `size`.
  @inline(__always)
  mutating func flush(over size: Int, to send: (borrowing [UInt8]) throws -> Void) throws {
    guard bytes.count > size else { return }
    try send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
