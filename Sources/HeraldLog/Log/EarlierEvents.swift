import Herald

/// The events that a log continues, such as those of a ledger. A log that is only read has none.
protocol EarlierEvents: AnyObject {
  /// The last revision of a stream and whether its lines are numbered; nil for an unknown one.
  ///
  /// - Parameter number: the number that the ``Admission`` gives the stream.
  func stream(_ source: ExactString, number: Int) throws -> (head: Int, isNumbered: Bool?)?
  /// The line of the event with an id in a known stream; nil where no event has it.
  func line(source: ExactString, id: ExactString) throws -> [UInt8]?
}
