/// The kinds of prompts, by what they demand of the user.
public enum PromptKind: String, Hashable, Sendable, CaseIterable {
  /// The app's service has ended: nothing else can be done.
  case exit
  /// The app must be updated.
  case force
  /// The app may be updated.
  case optional
  /// Something to read.
  case message

  /// True if the user cannot dismiss the prompt.
  public var isBlocking: Bool { self == .exit || self == .force }
}

/// The buttons of prompts.
public enum Button: String, Hashable, Sendable, CaseIterable {
  case update, later, skip, exit, open, dismiss

  /// The words of all buttons.
  static let words = allCases.map { ExactString($0.rawValue) }
}
