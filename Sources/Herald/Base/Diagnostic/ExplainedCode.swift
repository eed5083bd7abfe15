/// An enumeration of stable codes of one kind, each with its explanation.
///
/// The switch over the cases makes the compiler ask for the explanation of each new code.
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
  /// The kind of the codes, such as `reason of a decision`. Two kinds may have codes of the same name.
  static var kind: String { get }
  /// The stable, searchable name, such as `invalidRule`.
  var name: String { get }
  /// The meaning of the code, when it appears, and what to do about it.
  var explanation: CodeExplanation { get }
}

extension ExplainedCode where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  public var name: String { rawValue }
}

extension ExplainedCode {
  /// All codes in the order of the cases.
  public static var allCodes: [Diagnostic.Code] { allCases.map { Diagnostic.Code($0) } }
}

/// The explanation of a stable code, in whole sentences.
public struct CodeExplanation: Hashable, Sendable {
  /// The meaning of the code.
  public let means: String
  /// The circumstances in which the code appears.
  public let appears: String
  /// The remedy.
  public let fix: String
  /// The exit status of a command that fails with this code.
  public let exitStatus: ExitStatus

  /// Makes an explanation.
  public init(_ means: String, when appears: String, fix: String, exit exitStatus: ExitStatus = .couldNotRun) {
    self.means = means
    self.appears = appears
    self.fix = fix
    self.exitStatus = exitStatus
  }
}

/// The exit status of a command that fails.
public enum ExitStatus: Int32, Hashable, Sendable {
  /// The machine could not do it: a file is missing, a disk is full.
  case couldNotRun = 1
  /// Something was found that should not be, such as a ledger that was changed.
  case disagreement = 2
  /// The input is invalid, so the command fails on every machine.
  case invalid = 3
  /// An option's value cannot be meant here, such as a token of another ledger (`EX_USAGE` of sysexits).
  case wrongUsage = 64
}
