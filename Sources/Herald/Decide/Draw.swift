/// A number from 0 to 9999 that an installation draws.
///
/// It follows from the installation's name and so stays the same, unless a launch brings another: redaction replaces the
/// name, and writes the number into the launch.
package enum Draw: Hashable, Sendable {
  /// Places an installation inside or outside the share that a rule is rolled out to.
  case rollout(rule: ExactString)
  /// Chooses a rule's variant.
  case variant(rule: ExactString)
  /// Places an installation within or outside a holdout.
  case holdout(id: ExactString)

  /// The name under which a launch brings the number.
  package var name: ExactString {
    switch self {
    case .rollout(let rule): rule
    case .variant(let rule): ExactString("variant:\(rule)")
    case .holdout(let id): ExactString("holdout:\(id)")
    }
  }

  /// The draw of a name, as ``name`` writes it.
  package init(name: ExactString) {
    func rest(behind prefix: StaticString) -> ExactString? {
      let prefix = prefix.description
      return name.string.utf8.starts(with: prefix.utf8)
        ? ExactString(String(Substring(name.string.utf8.dropFirst(prefix.utf8.count)))) : nil
    }
    if let rule = rest(behind: "variant:") {
      self = .variant(rule: rule)
    } else if let id = rest(behind: "holdout:") {
      self = .holdout(id: id)
    } else {
      self = .rollout(rule: name)
    }
  }

  /// The number that an installation draws.
  ///
  /// - Parameter brought: the numbers that its last launch brought.
  package func number(of source: ExactString, unless brought: Draws?) -> Int {
    brought?[name] ?? number(of: source)
  }

  /// The number that follows from an installation's name: the first four bytes of a hash of both names, modulo 10,000.
  package func number(of source: ExactString) -> Int {
    var hash = SHA256Hasher()
    func update(_ text: ExactString) { text.withBytes { hash.update($0) } }
    switch self {
    case .rollout(let rule): update(rule)
    case .variant(let rule):
      update("variant\n")
      update(rule)
    case .holdout(let id):
      update("holdout\n")
      update(id)
    }
    update("\n")
    update(source)
    return Int(hash.finishWord() % 10_000)
  }
}

extension Policy {
  /// The numbers that decisions under the policy ask for.
  package var draws: Set<Draw> {
    var draws: Set<Draw> = []
    for rule in rules {
      if rule.rollout < 10_000 || rule.phases != nil { draws.insert(.rollout(rule: rule.id)) }
      if !rule.pacing.variants.isEmpty { draws.insert(.variant(rule: rule.id)) }
      if let own = rule.pacing.holdout { draws.insert(own.draw) }
    }
    if let holdout = attention?.holdout { draws.insert(.holdout(id: holdout.id)) }
    return draws
  }
}

extension Holdout {
  /// The number that places an installation, 0 to 9999; below ``share`` it is held out.
  package var draw: Draw { .holdout(id: id) }
}

extension Rule {
  /// The index of an installation's variant; nil for a rule without variants.
  ///
  /// - Parameter brought: the numbers that its last launch brought.
  package func variantIndex(of source: ExactString, unless brought: Draws?) -> Int? {
    guard !pacing.variants.isEmpty else { return nil }
    let sum = pacing.variants.reduce(0) { $0 + $1.weight }
    let place = Draw.variant(rule: id).number(of: source, unless: brought) * sum / 10_000
    var end = 0
    for (index, variant) in pacing.variants.enumerated() {
      end += variant.weight
      if place < end { return index }
    }
    return nil
  }
}
