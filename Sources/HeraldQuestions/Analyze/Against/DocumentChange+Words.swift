import Herald

extension DocumentChange {
  /// The prompts of both documents in words, such as `nothing` and `a forced update`.
  package var sides: (before: String, after: String) {
    let (before, after) = (PromptKind.noun(of: before), PromptKind.noun(of: after))
    return switch differs {
    case .kind: (before, after)
    case .destination: (before, "\(after) that leads elsewhere")
    case .text: (before, "\(after) with another text")
    case .often where self.before == self.after: ("\(before) after other prompts", "\(after) that differs")
    case .often: ("\(before) after other prompts", after)
    }
  }
}
