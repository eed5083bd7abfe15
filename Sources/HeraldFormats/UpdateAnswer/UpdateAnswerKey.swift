import Herald

/// The keys of a service that reports an update; each service has names of its own.
protocol UpdateAnswerKey: DocumentKey {
  static var update: Self { get }
  static var version: Self { get }
  static var url: Self { get }
  static var notes: Self { get }
  /// The key for a forced update; nil for a service that forces none.
  static var constraint: Self? { get }
}

extension UpdateAnswerKey {
  static var constraint: Self? { nil }

  /// The entry in the reference of a key that both services have.
  var aboutAnswer: KeyReference {
    if self == .update {
      return KeyReference(
        .either([.boolean, .form(.yesOrNo)], name: "Yes or No, or a boolean"), .required,
        "Whether there is an update.", example: #""Yes""#, fault: .refusesDocument)
    }
    if self == .version {
      return KeyReference(
        .form(.version), .requiredIf("where `\(Self.update.rawValue)` is Yes"),
        "The newest version; older ones are offered the update.", example: #""2.10.1""#, fault: .refusesDocument,
        isReadByConstraint: true)
    }
    return self == .url ? .downloadURL : .whatIsNew
  }

  /// The constraint that an update has a valid version.
  static var demand: ObjectReference.Constraint {
    let yes = JSONNode.object([
      "anyOf": .list([
        .object(["const": .bool(true)]), .object(["type": .text("string"), "pattern": .text("^[Yy][Ee][Ss]$")]),
      ])
    ])
    let isVersion = JSONNode.object(["type": .text("string"), "pattern": .text(TextForm.version.pattern)])
    return ObjectReference.Constraint(
      "Where `\(update.rawValue)` is Yes, `\(version.rawValue)` must be a version.",
      .object([
        "if": JSONNode.present(update, yes),
        "then": JSONNode.present(version, isVersion),
      ]))
  }
}
