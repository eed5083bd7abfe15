extension Diagnostic {
  /// A code of any list.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let code: any ExplainedCode

    public init(_ code: some ExplainedCode) { self.code = code }

    /// Stable and searchable, such as `invalidRule`.
    public var name: String { code.name }
    /// What the code is one of, such as `finding in a document`.
    public var kind: String { type(of: code).kind }
    public var explanation: CodeExplanation { code.explanation }
    public var description: String { name }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.kind == right.kind }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(kind)
    }
  }
}
