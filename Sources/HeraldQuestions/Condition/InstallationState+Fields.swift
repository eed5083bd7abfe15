public import Herald

/// A state's values by name, as in its JSON.
extension InstallationState {
  /// All values, in the order of the JSON.
  public var fields: [Field.Member] {
    var redactor = KeepingRedactor()
    return FieldBuilder.members(of: self).map { $0.field(of: "", by: &redactor) }
  }

  /// The value with a name; null for an unknown name.
  func field(_ name: ExactString) -> Field {
    var redactor = KeepingRedactor()
    return FieldBuilder.members(of: self, only: name).first?.field(of: "", by: &redactor).value ?? .null
  }

  /// All values, including values that only snapshots have.
  package var allFields: [Field.Member] {
    var redactor = KeepingRedactor()
    return allFields(redactedBy: &redactor, of: "")
  }

  /// All values, redacted, including values that only snapshots have.
  package func allFields<Redactor: FieldRedactor>(
    redactedBy redactor: inout Redactor, of source: ExactString
  ) -> [Field.Member] {
    FieldBuilder.members(of: self, takingHidden: true).map { $0.field(of: source, by: &redactor) }
  }
}

/// Redacts nothing.
private struct KeepingRedactor: FieldRedactor {
  func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString? { text }
  func profile(_ profile: Profile) -> Profile { profile }
  func time(_ time: Timestamp) -> Timestamp { time }
}
