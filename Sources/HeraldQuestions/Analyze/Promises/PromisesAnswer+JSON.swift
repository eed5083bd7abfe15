import Herald

extension PromisesAnswer {
  /// A line for each statement.
  public var json: String {
    var output = JSONWriter()
    for answer in promises {
      output.line {
        $0.member("file", file)
        $0.member("promise", answer.number)
        $0.member("statement") { $0.raw(json: answer.promise.text) }
        $0.member("verdict", answer.verdict.word)
        $0.member("limit", answer.verdict.limit)
        if let reason = answer.reason { $0.member("reason", reason) }
        if let assumption { $0.member("assume", assumption.name) }
        $0.member("horizon") { output in
          let (days, steps) = Self.horizon(of: answer.promise)
          output.object {
            $0.member("days", days)
            $0.member("steps", steps)
          }
        }
        $0.member("witness", optional: answer.witness) { output, witness in
          switch witness {
          case .one(let log): log.write(into: &output)
          case .pair(let pair): pair.write(into: &output)
          }
        }
      }
    }
    return output.string
  }
}
