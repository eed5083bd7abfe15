import Herald
import HeraldFormats

/// A part of the reference under one heading.
struct ReferenceSection {
  /// The list of a section.
  enum Content {
    /// The keys of an object.
    case keys(ObjectReference)
    case forms([FilterForm])
    case properties
    /// A name and a sentence each.
    case names([(name: String, meaning: String)])
    case sentences([String])
  }

  /// A heading with what stands below it.
  struct Part {
    let title: String
    var sentences: [String] = []
    let content: Content
  }

  /// `policy`, `events` or `filters`, and the format's name.
  let topic: String
  let format: String?
  let title: String
  /// The sentences before the first part.
  let introduction: [String]
  let parts: [Part]
}

extension ReferenceSection {
  /// The keys of a format.
  static func policy(_ format: Formats.Named, isAlone: Bool) -> ReferenceSection {
    let reference = format.reference
    let names = format.names.map { "`\($0)`" }.joined(separator: ", also called ")
    var introduction = [
      "\(reference.summary) The format is \(names), written in \(reference.language.rawValue).",
      "A key that is null counts as absent, and a key that is not listed is ignored.",
    ]
    if reference.language == .json {
      introduction.append("`herald lint FILE` finds mistakes, and `herald schema policy` lets editors complete keys.")
    }
    return ReferenceSection(
      topic: "policy", format: format.names[0], title: "Policies: \(format.names[0])", introduction: introduction,
      parts: parts(of: reference.document))
  }

  /// The objects of a document. A sentence describes an object whose keys are listed above already.
  private static func parts(of document: ObjectReference) -> [Part] {
    let objects = document.all
    return objects.enumerated().map { index, object in
      let earlier = objects[..<index].first { object.keys.count > 5 && object.isPart(of: $0) }
      guard let earlier else { return part(object) }
      let missing = earlier.keys.map(\.name).filter { name in !object.keys.contains { $0.name == name } }
      let list = missing.dropLast().map { "`\($0)`" }.joined(separator: ", ") + " and `\(missing.last ?? "")`"
      let sentence = "\(object.name.capitalizedFirst) has the keys of \(earlier.name) but \(list)."
      return Part(title: part(object).title, content: .sentences([sentence]))
    }
  }

  /// The formats of stores, services and other libraries.
  static var otherFormats: ReferenceSection {
    let formats = Formats.references.dropFirst().map { (name: $0.names[0], meaning: $0.reference.summary) }
    return ReferenceSection(
      topic: "policy", format: nil, title: "Other formats",
      introduction: ["`herald help policy NAME` lists the keys of one."],
      parts: [Part(title: "", content: .names(Array(formats)))])
  }

  /// The rules that an app may configure for the documents of stores.
  static var houseRules: ReferenceSection {
    ReferenceSection(
      topic: "policy", format: "houseRules", title: "House rules",
      introduction: [
        "A store says what is newest and not how often to ask, so an app says that with its fetch.",
        "They hold for every rule of the document but a forced update, and what the document says comes first.",
      ], parts: [part(Formats.houseRules)])
  }

  /// The lines of a log.
  static var events: ReferenceSection {
    let types = EventType.allCases.map { type in
      var part = part(type.reference)
      part.sentences.insert(type.meaning, at: 0)
      return Part(title: type.rawValue, sentences: part.sentences, content: part.content)
    }
    return ReferenceSection(
      topic: "events", format: nil, title: "Events",
      introduction: [
        "A log has one JSON object on each line, a CloudEvents 1.0 event. Each is a fact that happened.",
        "A key that is null counts as absent, and unknown keys are kept.",
        "`herald replay LOG` names the line and the key of every mistake.",
      ], parts: [part(EventReference.line)] + types)
  }

  /// The language of filters.
  static var filters: ReferenceSection {
    ReferenceSection(
      topic: "filters", format: nil, title: "Filters",
      introduction: ["A filter is a text that chooses devices by one of their properties."],
      parts: [
        Part(title: "What a part of the text matches", content: .forms(FilterForm.all)),
        Part(title: "What holds of every filter", content: .sentences(FilterForm.rules)),
        Part(
          title: "The properties that devices are known to send",
          sentences: ["An app may send others: its own begin with `x-`, and `installed.NAME` is true for an app NAME."],
          content: .properties),
      ])
  }

  private static func part(_ object: ObjectReference) -> Part {
    let title = object.path.isEmpty ? object.name.capitalizedFirst : "\(object.path): \(object.name)"
    var sentences = object.constraints.map(\.words).filter { !$0.hasSuffix("is an object of the fields below.") }
    if object.id == "filters" { sentences.append("`herald help filters` explains them, and lists usual properties.") }
    return Part(title: title, sentences: sentences, content: .keys(object))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension ObjectReference {
  /// The keys, and a name in capitals for the keys that the author chooses.
  var listedKeys: [KeyReference] {
    guard case .named(let key) = otherKeys else { return keys }
    // The properties of filters have a list of their own.
    return id == "filters" ? [key] : keys + [key]
  }

  /// True if all keys of this object are keys of another one, with the same meaning.
  fileprivate func isPart(of other: ObjectReference) -> Bool {
    keys.allSatisfy { key in other.keys.contains { $0.name == key.name && $0.meaning == key.meaning } }
  }

  /// The effect of a value of another kind that more than half of the keys share; nil without such an effect.
  var usualFault: KeyReference.Fault? {
    let faults = listedKeys.map(\.fault)
    return faults.first { fault in faults.count { $0 == fault } * 2 > faults.count }
  }
}
