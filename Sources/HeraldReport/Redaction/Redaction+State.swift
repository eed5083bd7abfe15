import Herald

/// What the state of a redacted log must be.
extension Redaction {
  /// The fields in which a state is not the original one with other names.
  mutating func differences(of redacted: InstallationState, from original: InstallationState, of source: ExactString)
    -> [StateAspect]
  {
    let expected = original.allFields(redactedBy: &self, of: source)
    return zip(redacted.allFields, expected).filter { $0 != $1 }.map { StateAspect(rawValue: $0.0.name.string) }
  }

  /// Whether a prompt leads to the same place: documents' destinations stay, and those of events are redacted.
  mutating func leadsTheSame(_ original: ExactString?, _ redacted: ExactString?) -> Bool {
    redacted == original || redacted == original.map { address($0) }
  }
}
