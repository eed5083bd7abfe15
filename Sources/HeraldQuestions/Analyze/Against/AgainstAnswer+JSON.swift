import Herald

extension AgainstAnswer {
  /// A line for each kind of change, then the summary.
  public var json: String {
    var output = JSONWriter()
    for change in changes { output.line { write(change, into: &$0) } }
    output.line {
      $0.member("file", file)
      $0.member("summary") { output in
        output.object { output in
          output.member("equivalent", verdict(on: .equivalent).word)
          output.member("showsNoMore", verdict(on: .showsNoMore).word)
          output.member("forcesNoMore", verdict(on: .forcesNoMore).word)
          output.member("exitsNoMore", verdict(on: .exitsNoMore).word)
          output.member("changes", changes.count)
          if leftOut > 0 { output.member("leftOut", leftOut) }
          if leftOutBefore > 0 { output.member("leftOutBefore", leftOutBefore) }
          if let assumption { output.member("assume", assumption.name) }
          if let otherApp { output.member("otherApp", otherApp.string) }
        }
      }
    }
    return output.string
  }

  private func write(_ change: DocumentChange, into output: inout JSONWriter) {
    output.member("file", file)
    output.member("before", change.before?.rawValue ?? "nothing")
    output.member("after", change.after?.rawValue ?? "nothing")
    output.member("differs", change.differs.rawValue)
    output.member("class", change.devices)
    output.member("witness") { change.witness.write(into: &$0) }
  }
}

extension WitnessPair {
  /// Appends `{"before":…,"after":…}`.
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("before") { before.write(into: &$0) }
      $0.member("after") { after.write(into: &$0) }
    }
  }
}
