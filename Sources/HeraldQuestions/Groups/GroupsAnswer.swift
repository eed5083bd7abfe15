import Herald

/// The features that set two groups of installations apart.
public struct GroupsAnswer: LogAnswer {
  /// True if both groups have installations; otherwise nothing can be compared.
  public var compares: Bool { difference != nil }

  /// The number of installations that are compared: of the first group and of the second.
  package var compared: Int { summary.a + summary.b }

  let question: GroupsQuestion
  let summary: Summary
  /// Nil where a group is empty.
  let difference: GroupDifference?
  /// The lines of the answer; with ``GroupsQuestion/showsAll`` none, because they are made one by one.
  let told: [ToldFeature]

  /// The numbers of installations.
  struct Summary {
    let installations: Int
    let a: Int
    let b: Int
    let both: Int
    /// The first group's installations that have another version, policy or zone than when the condition first held; nil
    /// where nothing later counts.
    let changedSince: Int?
    /// Remarks on names in the conditions.
    let remarks: [ConditionRemark]
    var neither: Int { installations - a - b - both }
  }

  init(_ question: GroupsQuestion, _ summary: Summary, _ difference: GroupDifference?) {
    self.question = question
    self.summary = summary
    self.difference = difference
    told = question.showsAll ? [] : difference?.told ?? []
  }

  /// A line for each group, for each feature, and a summary.
  public var json: String {
    var output = JSONWriter()
    write(group: "a", question.condition.text, summary.a, into: &output)
    write(group: "b", question.against?.text, summary.b, into: &output)
    if question.showsAll {
      difference?.forEachTried { write($0, into: &output) }
    } else {
      for line in told { write(line, into: &output) }
    }
    writeSummary(into: &output)
    return output.string
  }

  private func write(group: String, _ condition: String?, _ installations: Int, into output: inout JSONWriter) {
    output.line {
      $0.member("group", group)
      $0.member("condition", condition)
      $0.member("installations", installations)
    }
  }

  private func write(_ line: ToldFeature, into output: inout JSONWriter) {
    output.line {
      $0.member("shared", line.shared) { $1.write(into: &$0) }
      $0.member("same", line.same) { output, features in
        output.array(features) { $1.write(into: &$0) }
      }
      $0.member("a", line.a)
      $0.member("b", line.b)
      $0.member("chance") { $0.raw(json: "\(line.chance.capped)") }
      $0.member("tried", difference?.tried)
      $0.member("mayBeChance", line.chance.mayBeChance)
      $0.member("follows", line.follows)
      $0.member("exceptions") {
        $0.object {
          $0.member("a", optional: line.without) { $0.array($1) { $0.string($1) } }
          $0.member("b", optional: line.with) { $0.array($1) { $0.string($1) } }
        }
      }
    }
  }

  private func writeSummary(into output: inout JSONWriter) {
    output.line {
      $0.member("summary") {
        $0.object {
          $0.member("installations", summary.installations)
          $0.member("a", summary.a)
          $0.member("b", summary.b)
          $0.member("both", summary.both)
          $0.member("neither", summary.neither)
          $0.member("tried", difference?.tried ?? 0)
          $0.member("tooFew", optional: difference?.isTooFew) { $0.bool($1) }
          $0.member("changedSince", difference == nil ? nil : summary.changedSince)
          summary.remarks.write(into: &$0)
        }
      }
    }
  }
}
