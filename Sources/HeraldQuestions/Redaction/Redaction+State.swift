import Herald

/// Compares the state of a redacted log with the expected one.
extension Redaction {
  /// The fields in which a state differs from the original one by more than its names.
  mutating func differences(of redacted: InstallationState, from original: InstallationState, of source: ExactString)
    -> [StateAspect]
  {
    let expected = original.allFields(redactedBy: &self, of: source)
    // By name, because draws may be in one of them only.
    return redacted.allFields.filter { field in
      expected.first { $0.name == field.name }.map { $0 != field } ?? false
    }.map { StateAspect(rawValue: $0.name.string) }
  }

  /// True if two prompts have the same destination. Destinations in documents are kept; destinations in events are
  /// redacted.
  mutating func leadsTheSame(_ original: ExactString?, _ redacted: ExactString?) -> Bool {
    redacted == original || redacted == original.map { address($0) }
  }
}
