import Herald
import HeraldFormats

/// The texts of a rule as one kind, where they can be told apart without a log.
struct ShownTexts {
  private let rule: Rule
  private let hasRisen: Bool

  init(of rule: Rule, as kind: PromptKind) {
    self.rule = rule
    hasRisen = kind.isBlocking && !rule.kind.isBlocking
  }

  /// True if both say the same to every device.
  func areSame(as other: ShownTexts) -> Bool {
    func parts(_ texts: ShownTexts) -> [[Descriptions.Entry]] {
      let forced = texts.hasRisen ? texts.rule.pacing.forcedDescriptions?.entries ?? [] : []
      return [forced, texts.rule.descriptions.entries] + texts.rule.pacing.variants.map(\.descriptions.entries)
    }
    let weights = [rule, other.rule].map { $0.pacing.variants.map(\.weight) }
    let fill = [rule, other.rule].map { $0.pacing.hasPlaceholders ? $0.targetVersion?.text : nil }
    return parts(self) == parts(other) && fill[0] == fill[1]
      && (weights[0] == weights[1] || parts(self).dropFirst(2).allSatisfy(\.isEmpty))
  }

  /// The texts for a language.
  func texts(for language: ExactString?, drawing draws: Draws?) -> PromptTexts? {
    let variant = rule.variantIndex(of: "/analyze", unless: draws).map { rule.pacing.variants[$0].descriptions }
    let forced = hasRisen ? rule.pacing.forcedDescriptions : nil
    return [forced, variant, rule.descriptions].lazy.compactMap { $0?.entry(for: language) }.first?.texts
  }

  /// The name of the draw of its variants; nil without any.
  var draw: ExactString? { rule.pacing.variants.isEmpty ? nil : Draw.variant(rule: rule.id).name }

  /// The languages that the texts name.
  var languages: [ExactString] {
    let all =
      [rule.pacing.forcedDescriptions, rule.descriptions].compactMap(\.self) + rule.pacing.variants.map(\.descriptions)
    return all.flatMap(\.entries).map(\.key).filter { $0 != "*" && !$0.string.isBlank }
  }
}

extension SituationSpace {
  /// A part of a box on which two rules have different texts.
  ///
  /// - Returns: the part and the language of the devices; nil where no language that was tried has different texts.
  func part(of box: DeviceBox, where first: ShownTexts, differsFrom second: ShownTexts)
    -> (part: DeviceBox, language: ExactString?)?
  {
    for part in parts(of: box, by: [first.draw, second.draw].compactMap(\.self)) {
      for (language, own) in languages(of: part, named: first.languages + second.languages) {
        let draws = drawn(in: own)
        if first.texts(for: language, drawing: draws) != second.texts(for: language, drawing: draws) {
          return (own, language)
        }
      }
    }
    return nil
  }

  /// Cuts a box into parts. Within a part each of the named draws stays in one cell.
  private func parts(of box: DeviceBox, by names: [ExactString]) -> [DeviceBox] {
    Set(names).reduce([box]) { boxes, name in
      guard let draw = draws.firstIndex(where: { $0.name == name }) else { return boxes }
      return boxes.flatMap { box in
        cells(of: draw, in: box).indices.compactMap { part(of: box, drawing: ClassSet([$0]), at: draw) }
      }
    }
  }

  /// Languages of devices of a box, each with the part that has it.
  private func languages(of box: DeviceBox, named: [ExactString]) -> [(ExactString?, DeviceBox)] {
    let others = ["en-US", "de-DE", "tr-TR", "fr-FR"].map { ExactString($0) }
    let all: [ExactString?] = (named + others).map(Optional.some) + [nil]
    guard let place = devices.place(of: .deviceLanguage) else { return all.map { ($0, box) } }
    let classes = devices.properties[place].classes
    let own = box.sets[place].indices.map { classes[$0].value.raw }
    return (own + all).compactMap { language in
      guard let index = devices.index(of: PropertyValue(language), at: place), box.sets[place].contains(index),
        let part = box.narrowed(to: ClassSet([index]), at: place)
      else { return nil }
      return (language, part)
    }
  }
}
