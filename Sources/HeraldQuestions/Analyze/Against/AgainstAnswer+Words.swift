import Herald

extension AgainstAnswer {
  /// The answer for people, without colours.
  public var words: String { words(.plain) }

  /// The answer for people: the headline, each kind of change, then what holds of all devices.
  package func words(_ style: Style) -> String {
    var lines = [style.bold(headline)]
    if let otherApp {
      let remark = "\(otherFile.shown) is of the app \(otherApp.string.shown), so these devices refuse it"
      lines += ["", "\(style.yellow("!")) \(remark) and see nothing."]
    }
    for sentence in unsaid { lines += ["", "\(style.yellow("!")) \(sentence)"] }
    for change in changes {
      lines += ["", "\(style.yellow("!")) \(Self.sentence(change))"]
      lines.append("    \(style.dim("devices")) \(change.devices.shown)")
      lines.append("    \(style.dim("such as")) \(change.witness.after.device)\(change.witness.after.occasion)")
      if let like = change.witness.after.like { lines.append("    \(style.dim("logged")) \(like.words)") }
    }
    lines.append("")
    for statement in Statement.allCases { lines.append(sentence(statement, style)) }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Sentences on what the documents leave out.
  package var unsaid: [String] {
    [(otherFile, leftOutBefore), (file, leftOut)].compactMap { name, count in
      AnalyzeAnswer.sentence(leavingOut: count).map { "\(name.shown): \($0)" }
    }
  }

  /// Both documents, and the number of kinds of change.
  package var headline: String {
    let name = "\(file.shown) against \(otherFile.shown)\(assumption.clause)"
    return switch verdict(on: .equivalent) {
    case .holds: "\(name): equivalent, every device sees the same"
    case .doesNotHold: "\(name): \(changes.count.of("kind")) of change"
    case .notDecided: "\(name): no change was found, and not all is decided"
    }
  }

  /// The prompts before and after a change.
  package static func sentence(_ change: DocumentChange) -> String {
    let before = PromptKind.noun(of: change.before)
    let after = PromptKind.noun(of: change.after)
    return switch change.differs {
    case .kind: "\(before) becomes \(after)"
    case .destination: "\(before) leads elsewhere"
    case .text: "\(before) has another text"
    case .often where before == after: "after other prompts \(before) differs"
    case .often: "after other prompts \(before) becomes \(after)"
    }
  }

  /// The sentences on what holds of all devices, each with a sign for its verdict.
  package var sentences: [String] { Statement.allCases.map { sentence($0, .plain) } }

  /// The verdict on a statement, behind its sign.
  package func sentence(_ statement: Statement, _ style: Style) -> String {
    let (holding, broken) =
      switch statement {
      case .equivalent: ("Every device sees the same.", "Some device sees something else.")
      case .showsNoMore: ("No device that saw nothing sees something.", "Some device that saw nothing sees something.")
      case .forcesNoMore: ("No further device is forced.", "Some further device is forced.")
      case .exitsNoMore: ("No further device is turned away.", "Some further device is turned away.")
      }
    return switch verdict(on: statement) {
    case .holds: "\(style.green("✓")) \(holding)"
    case .doesNotHold: "\(style.red("✗")) \(broken)"
    case .notDecided(let limit): "\(style.yellow("?")) Not decided (\(statement.rawValue)): \(limit.shown)."
    }
  }
}
