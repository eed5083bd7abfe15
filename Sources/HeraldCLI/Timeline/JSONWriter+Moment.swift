import Herald

extension JSONWriter {
  /// The first keys of a line about an event: whose it is, which, and when it happened, in UTC.
  mutating func moment(of source: ExactString, revision: Int, time: DeviceTime) {
    raw("\"source\":")
    string(source)
    raw(",\"revision\":")
    integer(revision)
    raw(",\"time\":")
    self.time(time.moment)
  }
}
