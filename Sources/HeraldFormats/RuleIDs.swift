import Herald

/// Gives rules that share an id different ones, so that no rule is lost for a name.
enum RuleIDs {
  /// The ids as they are, and for each repetition the first of `<id>-2`, `<id>-3`, … that no rule has.
  static func unique(_ ids: [ExactString]) -> [ExactString] {
    var (taken, seen) = (Set(ids), Set<ExactString>())
    // The number at which the search for an id ended. Without it, a thousand rules of one id would take quadratic time.
    var next: [ExactString: Int] = [:]
    return ids.map { id in
      if seen.insert(id).inserted { return id }
      var number = next[id, default: 2]
      while !taken.insert(ExactString("\(id)-\(number)")).inserted { number += 1 }
      next[id] = number + 1
      return ExactString("\(id)-\(number)")
    }
  }
}
