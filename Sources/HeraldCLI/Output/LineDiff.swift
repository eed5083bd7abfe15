import HeraldQuestions

/// The lines that were removed and added between two texts, with some unchanged lines around them.
struct LineDiff {
  enum Mark: Character {
    case same = " "
    case removed = "-"
    case added = "+"
    /// Unchanged lines that were left out.
    case gap = "⋮"
  }

  let lines: [(mark: Mark, text: String)]

  /// - Parameter context: the number of unchanged lines around a change.
  init(from old: [String], to new: [String], context: Int = 3) {
    let all = Self.all(old, new)
    let changed = all.indices.filter { all[$0].mark != .same }
    var isShown = [Bool](repeating: false, count: all.count)
    for index in changed {
      for near in max(0, index - context)..<min(all.count, index + context + 1) { isShown[near] = true }
    }
    var lines: [(mark: Mark, text: String)] = []
    for (line, isShown) in zip(all, isShown) {
      if isShown {
        lines.append(line)
      } else if lines.last?.mark != .gap {
        lines.append((.gap, ""))
      }
    }
    self.lines = lines
  }

  private static func all(_ old: [String], _ new: [String]) -> [(mark: Mark, text: String)] {
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [(mark: Mark, text: String)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        lines.append((.removed, old[left]))
        left += 1
      } else if added.contains(right) {
        lines.append((.added, new[right]))
        right += 1
      } else {
        lines.append((.same, new[right]))
        left += 1
        right += 1
      }
    }
    return lines
  }

  /// The lines with their marks, indented by two blanks.
  func words(_ style: Style) -> String {
    lines.map { mark, text in
      let line = "\(mark.rawValue) \(text)"
      let painted =
        switch mark {
        case .same: line
        case .removed: style.red(line)
        case .added: style.green(line)
        case .gap: style.dim(String(mark.rawValue))
        }
      return "  \(painted)\n"
    }.joined()
  }
}
