import Herald

/// The owner of the events that an ``Uploader`` sends.
protocol UploadOwner: AnyObject, Sendable {
  /// The name of the stream, once the ledger is open.
  func nameOfStream() async throws -> ExactString

  /// Records that a server contradicts itself; false where the ledger cannot be written.
  func record(_ contradiction: Contradiction) async -> Bool

  /// Reports a finding to the app.
  func tell(_ finding: Diagnostic)
}
