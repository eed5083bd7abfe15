import Herald

/// Compares the state of a redacted log with the expected one.
extension Redaction {
  /// The fields in which a state differs from the original one by more than its names.
  mutating func differences(of redacted: InstallationState, from original: InstallationState, of source: ExactString)
    -> [StateAspect]
  {
    let expected = original.allFields(redactedBy: &self, of: source)
    return zip(redacted.allFields, expected).filter { $0 != $1 }.map { StateAspect(rawValue: $0.0.name.string) }
  }

  /// Whether two prompts have the same destination. Those of documents are kept, and those of events are redacted.
  mutating func leadsTheSame(_ original: ExactString?, _ redacted: ExactString?) -> Bool {
    redacted == original || redacted == original.map { address($0) }
  }
}
