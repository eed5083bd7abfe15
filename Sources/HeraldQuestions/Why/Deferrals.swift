import Herald

/// The users who put off the prompt that is shown, where its deadline counts how often that was done.
///
/// The count is the device's. A user who chose `later` once may see a force because others chose it before.
extension WhyDecisionAnswer {
  /// How often one user chose `later`.
  struct Deferrals: Hashable {
    /// Nil for nobody who was signed in.
    let user: ExactString?
    var times = 0
  }

  /// The users whose deferrals count, the most first; empty where none but the user of the decision chose `later`.
  var deferrals: [Deferrals] {
    guard let rule = shownRule, rule.pacing.deadline?.deferrals != nil,
      let counted = explanation.rules.last?.standing?.deadline?.deferred
    else { return [] }
    // The record counts from the last change of the target on.
    let answers = found.showings[rule.id].compactMap(\.answer).filter {
      $0.button == ExactString(Button.later.rawValue)
    }
    var users: [Deferrals] = []
    for answer in answers.suffix(counted) {
      let place = users.firstIndex { $0.user == answer.user } ?? users.endIndex
      if place == users.endIndex { users.append(Deferrals(user: answer.user)) }
      users[place].times += 1
    }
    guard users.contains(where: { $0.user != found.step.state.user }) else { return [] }
    return users.enumerated().sorted { ($1.element.times, $0.offset) < ($0.element.times, $1.offset) }.map(\.element)
  }

  /// A sentence on them; nil where the user of the decision chose them, or none counts.
  var deferralWords: String? {
    let users = deferrals
    guard !users.isEmpty else { return nil }
    let each = users.map { user in
      let times = user.times == 1 ? "once" : user.times.of("time", "times")
      return user.user.map { "by \($0.string.shown) \(times)" } ?? "\(times) while nobody was signed in"
    }
    return "All users of the device count together: `later` was chosen "
      + (each.count > 1 ? "\(each.dropLast().joined(separator: ", ")) and " : "") + "\(each[each.count - 1])."
  }

  /// Appends `"deferrals":[…]`; nothing where the user of the decision chose them.
  func writeDeferrals(into output: inout JSONWriter) {
    let users = deferrals
    guard !users.isEmpty else { return }
    output.member("deferrals", users) { output, user in
      output.object {
        $0.member("user", user.user)
        $0.member("times", user.times)
      }
    }
  }
}
