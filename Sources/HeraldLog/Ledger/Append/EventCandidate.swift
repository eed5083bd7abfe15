import Herald

/// An event before its admission.
struct EventCandidate {
  let id: ExactString
  let source: ExactString
  /// The revision that the line names; nil for none.
  let revision: Int?
  let time: DeviceTime
  let data: EventData
  /// The event's line, valid while it is appended.
  let line: BorrowedBytes
  /// The offset of the id's text in the line.
  let idStart: Int
  /// The line as it was sent, where a value was replaced in it on arrival; nil for a line as it was sent.
  var sent: SentLine?

  /// The digest of the line as it was sent.
  var sentDigest: [UInt8] { sent?.digest ?? Chain.digest(of: line) }
}
