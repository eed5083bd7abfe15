/// A list of stable codes of one kind, each with what it means.
///
/// An enum of the names is all that is needed: the compiler then asks for the explanation of each.
///
/// ```swift
/// enum MirrorCode: String, ExplainedCode {
///   case mirrorBehind
///
///   static let kind = "trouble with a mirror"
///
///   var explanation: CodeExplanation {
///     switch self {
///     case .mirrorBehind:
///       CodeExplanation("The mirror is behind.", when: "It has not copied the policy yet.", fix: "Ask again later.")
///     }
///   }
/// }
/// ```
public protocol ExplainedCode: CaseIterable, Hashable, Sendable {
  /// What the codes are, such as `reason of a decision`. The same name may be a code of two kinds.
  static var kind: String { get }
  /// Stable and searchable, such as `invalidRule`.
  var name: String { get }
  var explanation: CodeExplanation { get }
}

extension ExplainedCode where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}

extension ExplainedCode {
  /// All codes of the list, in its order.
  public static var allCodes: [Diagnostic.Code] { allCases.map { Diagnostic.Code($0) } }
}

/// What a stable code means, when it appears, and what to do about it: each in whole sentences.
public struct CodeExplanation: Hashable, Sendable {
  public let means: String
  public let appears: String
  public let fix: String
  /// What a command ends with that fails with this code.
  public let exitStatus: ExitStatus

  public init(_ means: String, when appears: String, fix: String, exit exitStatus: ExitStatus = .couldNotRun) {
    self.means = means
    self.appears = appears
    self.fix = fix
    self.exitStatus = exitStatus
  }
}

/// What a command that fails tells the shell.
public enum ExitStatus: Int32, Hashable, Sendable {
  /// The machine could not do it: a file is missing, a disk is full.
  case couldNotRun = 1
  /// The input is bad, and fails on every machine.
  case invalid = 3
}
