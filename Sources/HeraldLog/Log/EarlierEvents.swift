import Herald

/// The events that a log continues, such as those of a ledger; a log that is only read continues none.
protocol EarlierEvents: AnyObject {
  /// The last revision of a stream and whether its lines are numbered; nil for an unknown one.
  ///
  /// - Parameter number: how the ``Admission`` calls the stream from now on.
  func stream(_ source: ExactString, number: Int) throws -> (head: Int, isNumbered: Bool?)?
  /// The line of the event with an id in a known stream; nil where no event has it.
  func line(source: ExactString, id: ExactString) throws -> [UInt8]?
}
