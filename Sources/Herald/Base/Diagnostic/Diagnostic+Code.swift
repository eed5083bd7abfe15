extension Diagnostic {
  /// A code of any enumeration that conforms to ``ExplainedCode``. Codes of the same name and kind are equal.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private let code: any ExplainedCode

    /// Wraps a code of an enumeration.
    public init(_ code: some ExplainedCode) { self.code = code }

    /// The stable, searchable name, such as `invalidRule`.
    public var name: String { code.name }
    /// The kind of code, such as `finding in a document`.
    public var kind: String { type(of: code).kind }
    /// The meaning of the code, when it appears, and what to do about it.
    public var explanation: CodeExplanation { code.explanation }
    /// The name.
    public var description: String { name }

    /// Compares names and kinds.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.kind == right.kind }

    /// Hashes name and kind.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(kind)
    }
  }
}
