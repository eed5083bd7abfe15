package import Herald

extension Effect {
  /// Writes the figures as one object.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("target", target.text)
      $0.member("question", word: contrast)
      $0.member("firstEntered", entered?.lowerBound)
      $0.member("lastEntered", entered?.upperBound)
      $0.member("unreadable", unreadable)
      $0.member("heldBack", heldBack)
      $0.member("end", end)
      $0.member("days", days)
      $0.member("says", sentences.joined(separator: " "))
      $0.member("arms", arms) { $1.write(into: &$0, days: days) }
      $0.member("comparisons", comparisons) { $1.write(into: &$0) }
      $0.member("cautions", cautions) { $0.word($1) }
    }
  }
}

extension Arm {
  fileprivate func write(into output: inout JSONWriter, days: Int?) {
    output.object {
      $0.member("arm", wordText: name.kind)
      $0.member("variant", name.variant)
      $0.member("entered", entered)
      $0.member("sawBefore", sawBefore)
      $0.member("followed", followed)
      $0.member("saw", proportion.map { _ in saw })
      $0.member("updated", proportion?.count)
      $0.number("share", proportion?.share)
      $0.number("low", proportion?.interval.lowerBound)
      $0.number("high", proportion?.interval.upperBound)
      $0.member("medianMilliseconds", median.map { Int($0) })
      $0.member("updatedByDay", days.map { Array(0...$0) } ?? []) { output, day in
        output.integer(updated(after: Int64(day) * LengthOfTime.day))
      }
    }
  }
}

extension ArmComparison {
  fileprivate func write(into output: inout JSONWriter) {
    output.object {
      $0.member("arm", wordText: arm.name.kind)
      $0.member("variant", arm.name.variant)
      $0.member("against", wordText: reference.name.kind)
      $0.member("againstVariant", reference.name.variant)
      $0.number("difference", difference?.difference)
      $0.number("low", difference?.interval.lowerBound)
      $0.number("high", difference?.interval.upperBound)
      $0.member("verdict", word: verdict)
    }
  }
}

extension Arm.Name {
  fileprivate var kind: String {
    switch self {
    case .shown: "shown"
    case .heldOut: "heldOut"
    case .variant: "variant"
    }
  }

  fileprivate var variant: ExactString? { if case .variant(let id) = self { id } else { nil } }
}

extension JSONWriter {
  /// Appends a number with all its digits, or `null`.
  fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
    self.name(name)
    if let value { raw(json: "\(value)") } else { null() }
  }
}
