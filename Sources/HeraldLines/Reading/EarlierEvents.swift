package import Herald

/// The events that a log continues, such as a ledger's. A log that is only read has none.
package protocol EarlierEvents: AnyObject {
  /// The last revision of a stream and whether its lines are numbered; nil for an unknown one.
  ///
  /// - Parameter number: the number that the ``Admission`` gives the stream.
  func stream(_ source: ExactString, number: Int) throws -> (head: Int, isNumbered: Bool?)?
  /// The line of the event with an id in a known stream; nil where no event has it.
  ///
  /// - Throws: ``EventRefusal`` where the installation was forgotten.
  func line(source: ExactString, id: ExactString) throws -> EarlierLine?
  /// True if an event of a known stream has a revision.
  func holds(stream number: Int, revision: Int) throws -> Bool
  /// True if an event of a known stream was forgotten together with all before it, so that its line cannot be compared.
  func isForgotten(stream number: Int, revision: Int?, time: DeviceTime) -> Bool
}

/// The line of an event that a log continues.
package struct EarlierLine {
  package let bytes: [UInt8]
  /// The digest of the line as it was first written, where a value was replaced in it since.
  package var original: [UInt8]?

  package init(bytes: [UInt8], original: [UInt8]? = nil) {
    self.bytes = bytes
    self.original = original
  }

  /// The digest of the line as it was first written.
  package var digest: [UInt8] {
    if let original { return original }
    var hash = SHA256Hasher()
    bytes.withBorrowedBytes { hash.update($0) }
    return hash.finish()
  }
}
