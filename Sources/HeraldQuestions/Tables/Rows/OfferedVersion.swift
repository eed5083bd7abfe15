package import Herald

/// The version that a prompt offers: of its rule in the policy in force, or of the push.
package struct OfferedVersion: Sendable {
  /// The version as the document or the push writes it; nil for a rule that names a version code alone.
  package let text: ExactString?
  /// The version code; nil for a rule that names none, and for a push.
  package let code: Int?
  /// The same, as launches are compared with it; nil where none can be: a push may name anything, and a rule may be
  /// about another app.
  let target: UpdateTarget?

  /// Finds the offer of a showing; nil where it offers no version, or the policy in force lacks its rule.
  init?(of showing: PromptShown, in state: InstallationState) {
    if showing.rule == Prompt.pushRule {
      guard let version = state.latch?.targetVersion else { return nil }
      self.init(version)
    } else {
      guard let rule = state.policy?.rule(showing.rule), rule.target != nil else { return nil }
      let isOurs = !rule.isAboutAnotherApp(than: state[.appPackageName])
      self.init(text: rule.targetVersion?.text, code: rule.targetVersionCode, target: isOurs ? UpdateTarget(rule) : nil)
    }
  }

  /// The offer of a push.
  init(_ version: ExactString) {
    self.init(text: version, code: nil, target: PublishedVersion(version.string).map { .version($0) })
  }

  private init(text: ExactString?, code: Int?, target: UpdateTarget?) {
    self.text = text
    self.code = code
    self.target = target
  }
}

extension OfferedVersion: Hashable {
  /// Offers are equal if they are written alike, and both or neither can be compared with.
  package static func == (left: Self, right: Self) -> Bool {
    left.text == right.text && left.code == right.code && (left.target == nil) == (right.target == nil)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(code)
  }
}
