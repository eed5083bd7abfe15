package import Herald
package import HeraldLog

/// The installations whose first events were forgotten.
extension LoggedEvents {
  /// The beginnings that were kept in place of forgotten events; of lines, among those read so far.
  package func forgottenBeginnings() throws -> [ExactString: ForgottenBeginning] {
    try ledger?.forgottenBeginnings() ?? (log as? LogReader)?.forgottenBeginnings ?? [:]
  }

  /// Says where installations begin behind events that were forgotten, after the replay.
  package func tellForgotten() throws {
    let beginnings = try forgottenBeginnings()
    guard let example = beginnings.min(by: { $0.key < $1.key }) else { return }
    report(
      Diagnostic(
        LogCode.beginningForgotten, .note,
        what: "\(beginnings.count.of("installation begins", "installations begin")) behind events that were forgotten.",
        file: name.description, place: nil,
        why:
          "\(beginnings.values.reduce(0) { $0 + $1.events }.of("event is", "events are")) in no figure; `\(example.key)` "
          + "begins with the state of revision \(example.value.revision)",
        fix: "nothing to do: what those events did to later decisions is kept"))
  }
}
