import Herald
import HeraldFormats

/// Writes the reference as JSON Lines: one object for each key, field, form or property.
enum ReferenceLines {
  static func json(_ section: ReferenceSection) -> String {
    section.parts.flatMap { lines($0, in: section) }.map { $0.line + "\n" }.joined()
  }

  private static func lines(_ part: ReferenceSection.Part, in section: ReferenceSection) -> [JSONNode] {
    let head: [(name: String, node: JSONNode)] =
      [("topic", .text(section.topic))] + (section.format.map { [("format", .text($0))] } ?? [])
    switch part.content {
    case .keys(let object):
      return object.listedKeys.map { key in
        .object(head + [("object", .text(object.id)), ("path", .text(object.path))] + members(key))
      }
    case .forms(let forms):
      return forms.map {
        .object(
          head + [
            ("form", .text($0.form)), ("meaning", .text($0.meaning)), ("example", .text($0.example)),
            ("matching", .texts($0.matching)), ("others", .texts($0.others)),
          ])
      }
    case .properties:
      return KnownProperty.allCases.map {
        .object(
          head + [
            ("property", .text($0.rawValue)), ("meaning", .text($0.meaning)), ("example", .text($0.example)),
            ("filter", .text($0.exampleFilter)),
          ])
      }
    case .names(let names):
      return names.map { .object(head + [("name", .text($0.name)), ("meaning", .text($0.meaning))]) }
    case .sentences(let sentences): return sentences.map { .object(head + [("rule", .text($0))]) }
    }
  }

  private static func members(_ key: KeyReference) -> [(name: String, node: JSONNode)] {
    let withoutIt: (name: String, node: JSONNode) =
      if case .optional(let text) = key.presence {
        ("default", key.defaultValue ?? .text(text))
      } else {
        ("required", .text(key.presenceWords))
      }
    let example = (try? JSONNode.read(key.example).node) ?? .text(key.example)
    let spellings = key.shape.otherSpellings.map { [(name: "spellings", node: JSONNode.text($0))] } ?? []
    return [("key", .text(key.name)), ("meaning", .text(key.meaning)), ("value", .text(key.shape.name))] + spellings
      + [withoutIt, ("otherwise", .text(key.fault.words)), ("example", example)]
  }
}
