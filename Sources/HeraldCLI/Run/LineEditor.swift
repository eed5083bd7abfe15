import Herald

/// A key that a person pressed.
enum TerminalKey: Equatable {
  case text(Character)
  case enter, tab, backspace, delete, left, right, up, down, home, end
  case eraseToStart, eraseToEnd, eraseWord
  case interrupt, endOfInput
  case unknown
}

/// A line that is being typed, with its cursor and the lines before it.
struct LineEditor {
  /// The result of a pressed key.
  enum Outcome: Equatable {
    case editing
    case line(String)
    case interrupt, endOfInput
    /// Several words would complete the line.
    case choices([String])
  }

  private(set) var text: [Character] = []
  private(set) var cursor = 0
  private var history: [String] = []
  /// The line of the history that is shown; its count for the line that is being typed.
  private var shown = 0
  private var typed: [Character] = []
  private let words: [String]

  /// - Parameter words: the words that complete the beginning of a line.
  init(completing words: [String]) { self.words = words }

  /// Begins a new line.
  mutating func begin() {
    (text, cursor, typed, shown) = ([], 0, [], history.count)
  }

  mutating func press(_ key: TerminalKey) -> Outcome {
    switch key {
    case .text(let character):
      text.insert(character, at: cursor)
      cursor += 1
    case .enter: return .line(finished())
    case .tab: return complete()
    case .backspace: remove(max(0, cursor - 1)..<cursor)
    case .delete: remove(cursor..<min(text.count, cursor + 1))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .up: show(shown - 1)
    case .down: show(shown + 1)
    case .eraseToStart: remove(0..<cursor)
    case .eraseToEnd: remove(cursor..<text.count)
    case .eraseWord:
      let start = text[..<cursor].lastIndex { $0 != " " } ?? 0
      remove((text[..<start].lastIndex(of: " ").map { $0 + 1 } ?? 0)..<cursor)
    case .interrupt: return .interrupt
    case .endOfInput:
      if text.isEmpty { return .endOfInput }
      remove(cursor..<min(text.count, cursor + 1))
    case .unknown: break
    }
    return .editing
  }

  private mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func finished() -> String {
    let line = String(text)
    if !line.trimmed.isEmpty, history.last != line { history.append(line) }
    return line
  }

  private mutating func show(_ index: Int) {
    guard (0...history.count).contains(index), index != shown else { return }
    if shown == history.count { typed = text }
    shown = index
    text = index == history.count ? typed : Array(history[index])
    cursor = text.count
  }

  /// Completes the first word as far as all words that begin so agree.
  private mutating func complete() -> Outcome {
    let start = String(text[..<cursor])
    guard !start.contains(" ") else { return .editing }
    let found = words.filter { $0.hasPrefix(start) }
    guard let first = found.first else { return .editing }
    let common = found.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    let rest = Array(common.dropFirst(start.count)) + (found.count == 1 && cursor == text.count ? [" "] : [])
    text.insert(contentsOf: rest, at: cursor)
    cursor += rest.count
    return rest.isEmpty && found.count > 1 ? .choices(found) : .editing
  }
}
