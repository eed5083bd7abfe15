import Herald

/// The texts of a rule, or of one of its variants, with their JSON.
struct LintedTexts: Sendable {
  let descriptions: Descriptions
  /// The value of `descriptions`, and its JSON pointer.
  let node: JSONNode
  let pointer: String

  /// The keys of a language's texts.
  static let names = TextKey.names

  /// The misspelt key of a language whose `message` is missing.
  static func misspeltMessage(in language: JSONNode) -> String? {
    guard language[name: "message"] == nil else { return nil }
    return language.members?.map(\.name).first {
      !names.contains($0) && Spelling.nearest(to: $0, among: names) == "message"
    }
  }

  /// The languages with their values, in the order of the document.
  var languages: [JSONMember] { node.members?.filter { !$0.node.isNull } ?? [] }

  /// The texts besides the message in all languages, with JSON pointers relative to the descriptions.
  var extraTexts: [(pointer: String, name: String, node: JSONNode)] {
    languages.flatMap { language in
      (language.node.members ?? [])
        .filter { Self.names.contains($0.name) && $0.name != "message" && !$0.node.isNull }
        .map { ("/\(JSONPointer.token(language.name))/\($0.name)", $0.name, $0.node) }
    }
  }

  /// - Parameter key: the JSON pointer, relative to the descriptions.
  func finding(at key: String, _ what: String, why: String, fix: String) -> LintFinding {
    LintFinding(pointer: pointer + key, what: what, why: why, fix: fix)
  }
}

extension LintedRule {
  /// The rule's texts, and the texts of its variants that have some of their own.
  var allTexts: [LintedTexts] {
    let own = value("descriptions").map {
      LintedTexts(descriptions: rule.descriptions, node: $0, pointer: pointer + "/descriptions")
    }
    let forced = rule.pacing.forcedDescriptions.flatMap { texts in
      value("forcedDescriptions").map {
        LintedTexts(descriptions: texts, node: $0, pointer: pointer + "/forcedDescriptions")
      }
    }
    let both = [own, forced].compactMap(\.self)
    guard case .array(let nodes)? = value("variants")?.value else { return both }
    let others = zip(rule.pacing.variants, nodes).enumerated().compactMap { index, both in
      both.1[name: "descriptions"].map {
        LintedTexts(
          descriptions: both.0.descriptions, node: $0, pointer: "\(pointer)/variants/\(index)/descriptions")
      }
    }
    return both + others
  }
}
