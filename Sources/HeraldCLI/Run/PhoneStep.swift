import Herald
import HeraldFormats
import HeraldRuntime

/// A step of a phone. A script has one step on each line.
enum PhoneStep {
  case launch
  case foreground(busy: Bool)
  case background
  case push(Push)
  case operation(String)
  case check(FetchTrigger, user: UserChange)
  case choose(Button)
  /// The prompt goes without an answer.
  case vanish
  case logout
  case change(SurroundingChange)
  case why(revision: Int?)
  case state
  case help
  case quit
}

/// A change around the app, which records no event.
enum SurroundingChange {
  /// The app is updated; the next launch is the new version's.
  case update(version: String, code: String?)
  case property(name: String, value: String)
  case offline(Bool)
  case clock(ClockChange)
  /// Another document is published, or the app asks another address.
  case policy(String)
}

/// The word of a step, with its arguments and its meaning.
struct PhoneWord {
  let word: String
  let arguments: String
  let meaning: String

  static let all: [PhoneWord] = [
    PhoneWord(word: "launch", arguments: "", meaning: "the app's process starts, and asks for the policy"),
    PhoneWord(word: "background", arguments: "", meaning: "the user leaves the app"),
    PhoneWord(
      word: "foreground", arguments: "[busy]", meaning: "the user comes back; busy: in the middle of something"),
    PhoneWord(word: "choose", arguments: "BUTTON", meaning: "the user answers the prompt; the button alone does, too"),
    PhoneWord(word: "vanish", arguments: "", meaning: "the prompt goes without an answer"),
    PhoneWord(word: "operation", arguments: "NAME", meaning: "the user begins something critical, such as placeOrder"),
    PhoneWord(word: "check", arguments: "", meaning: "the user asks for updates by hand (also: manual)"),
    PhoneWord(word: "heartbeat", arguments: "", meaning: "the app asks for the policy quietly (also: schedule)"),
    PhoneWord(word: "login", arguments: "USER", meaning: "somebody signs in, and the app asks for the policy"),
    PhoneWord(word: "logout", arguments: "", meaning: "the user signs out; nothing is fetched"),
    PhoneWord(
      word: "push", arguments: "{…}",
      meaning: #"a push arrives: {"kind":"forceUpdate","url":"https://…","targetVersion":"2.0"}"#),
    PhoneWord(word: "update", arguments: "VERSION [CODE]", meaning: "the new version is installed; launch it then"),
    PhoneWord(word: "set", arguments: "NAME=VALUE", meaning: "a property changes, for the next launch"),
    PhoneWord(word: "offline", arguments: "on|off", meaning: "the network goes, or comes back"),
    PhoneWord(word: "clock", arguments: "+2d | TIME", meaning: "the clock moves (w d h m s, + or -), or is set"),
    PhoneWord(word: "policy", arguments: "FILE|URL", meaning: "another document is published"),
    PhoneWord(word: "why", arguments: "[REVISION]", meaning: "the last decision explained, or that of a revision"),
    PhoneWord(word: "state", arguments: "", meaning: "what is known of the phone now"),
    PhoneWord(word: "quit", arguments: "", meaning: "the end"),
  ]

  /// Synonyms.
  static let others = ["manual", "schedule", "help"] + Button.allCases.map(\.rawValue).filter { $0 != "update" }

  /// All words that begin a step, each once.
  static let words = Set(all.map(\.word) + others).sorted()

  /// The word that a person means: the word itself, or the only word with this beginning; nil for none or several.
  static func meant(by start: String) -> String? {
    if words.contains(start) { return start }
    let found = words.filter { $0.hasPrefix(start) }
    return found.count == 1 ? found[0] : nil
  }

  /// The syntax of a step; nil for an unknown word.
  static func usage(of word: String) -> String? {
    all.first { $0.word == word }.map { $0.arguments.isEmpty ? $0.word : "\($0.word) \($0.arguments)" }
  }
}

extension PhoneStep {
  /// Reads a step; nil for a blank line or a comment (`# …`).
  ///
  /// - Parameter isTyped: true for a step that a person typed, who may abbreviate the word. A script has words in full,
  ///   because a later Herald may know more of them.
  init?(_ line: String, isTyped: Bool = false) throws(StepFault) {
    let text = line.trimmed
    guard !text.isEmpty, text.first != "#" else { return nil }
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    let typed = String(parts[0])
    let word = isTyped ? try Self.word(typed) : typed
    let rest = parts.count > 1 ? String(parts[1]).trimmed : ""
    self = try Self.read(word, rest)
  }

  /// The word that a person abbreviated.
  private static func word(_ start: String) throws(StepFault) -> String {
    if let word = PhoneWord.meant(by: start) { return word }
    let found = PhoneWord.words.filter { $0.hasPrefix(start) }
    guard !found.isEmpty else { return start }
    throw StepFault(
      .unknownStep, "`\(start)` may be several steps.", why: "these begin so: \(found.joined(separator: ", "))",
      fix: "type more of it")
  }

  private static func read(_ word: String, _ rest: String) throws(StepFault) -> PhoneStep {
    switch word {
    case "foreground": return .foreground(busy: try choice(word, rest, ["": false, "busy": true]))
    case "offline": return .change(.offline(try choice(word, rest, ["on": true, "off": false])))
    case "push": return .push(try push(rest))
    case "operation": return .operation(try needed(word, rest))
    case "login": return .check(.login, user: .signedIn(ExactString(try needed(word, rest))))
    case "clock": return .change(.clock(try ClockChange(try needed(word, rest))))
    case "policy": return .change(.policy(try needed(word, rest)))
    case "choose": return try button(try needed(word, rest))
    case "set":
      guard let (name, value) = try? PropertyText.read(rest) else { throw misused(word, rest) }
      return .change(.property(name: name, value: value))
    case "update": return try update(rest)
    case "why":
      if rest.isEmpty { return .why(revision: nil) }
      guard let revision = Int(rest), revision > 0, rest.utf8.allSatisfy({ $0 >= 48 }) else {
        throw misused(word, rest)
      }
      return .why(revision: revision)
    default:
      if let step = alone[word] {
        guard rest.isEmpty else { throw misused(word, rest) }
        return step
      }
      guard Button(rawValue: word) != nil, rest.isEmpty else { throw unknown(word) }
      return try button(word)
    }
  }

  /// Steps of one word.
  private static let alone: [String: PhoneStep] = [
    "launch": .launch, "background": .background, "check": .check(.manual, user: .unchanged),
    "manual": .check(.manual, user: .unchanged), "heartbeat": .check(.heartbeat, user: .unchanged),
    "schedule": .check(.schedule, user: .unchanged), "vanish": .vanish, "logout": .logout, "state": .state,
    "help": .help, "quit": .quit,
  ]

  private static func update(_ rest: String) throws(StepFault) -> PhoneStep {
    let parts = rest.split(whereSeparator: \.isWhitespace).map(String.init)
    // The bare word is the prompt's button.
    guard let version = parts.first else { return .choose(.update) }
    guard parts.count <= 2 else { throw misused("update", rest) }
    return .change(.update(version: version, code: parts.count > 1 ? parts[1] : nil))
  }

  private static func button(_ word: String) throws(StepFault) -> PhoneStep {
    if let button = Button(rawValue: word) { return .choose(button) }
    let known = Button.allCases.map(\.rawValue)
    let meant = meant(by: word, among: known)
    throw StepFault(
      .unknownButton, "`\(word)` is not a button.", why: "prompts have \(known.joined(separator: ", "))",
      fix: meant ?? "use one of these")
  }

  private static func push(_ text: String) throws(StepFault) -> Push {
    let node: JSONNode
    do throws(JSONFault) { node = try JSONNode.read(text).node } catch {
      throw StepFault(.badPush, "The push is not JSON.", why: error.reason, fix: pushExample)
    }
    let names = ["kind", "url", "targetVersion", "user"]
    guard let members = node.members else {
      throw StepFault(.badPush, "The push is \(node.kindName).", why: "a push is an object", fix: pushExample)
    }
    for member in members where !names.contains(member.name) || (member.node.string == nil && !member.node.isNull) {
      let meant = meant(by: member.name, among: names)
      throw StepFault(
        .badPush, "`\(member.name)` is nothing that a push has, or no text.",
        why: "a push has \(names.joined(separator: ", ")), each a text",
        fix: names.contains(member.name) ? "write a text" : meant ?? pushExample)
    }
    guard let kind = node[name: "kind"]?.string else {
      throw StepFault(.badPush, "The push has no `kind`.", why: "it says what the push asks for", fix: pushExample)
    }
    return Push(
      kind: kind, url: node[name: "url"]?.string, targetVersion: node[name: "targetVersion"]?.string,
      user: node[name: "user"]?.string)
  }

  private static let pushExample =
    #"write it like push {"kind":"forceUpdate","url":"https://example.com/app","targetVersion":"2.0"}"#

  private static func choice(
    _ word: String, _ rest: String, _ choices: [String: Bool]
  ) throws(StepFault) -> Bool {
    guard let chosen = choices[rest] else { throw misused(word, rest) }
    return chosen
  }

  private static func needed(_ word: String, _ rest: String) throws(StepFault) -> String {
    if rest.isEmpty { throw misused(word, rest) }
    return rest
  }

  private static func misused(_ word: String, _ rest: String) -> StepFault {
    StepFault(
      .badStep, rest.isEmpty ? "`\(word)` lacks something." : "`\(word)` cannot take `\(rest)`.",
      why: PhoneWord.all.first { $0.word == word }?.meaning ?? "the word stands alone",
      fix: "write `\(PhoneWord.usage(of: word) ?? word)`")
  }

  /// A suggestion; nil for words so short that every known word is near.
  private static func meant(by word: String, among known: [String]) -> String? {
    guard word.utf8.count > 3 else { return nil }
    return Spelling.nearest(to: word, among: Set(known)).map { "did you mean `\($0)`?" }
  }

  private static func unknown(_ word: String) -> StepFault {
    let known = PhoneWord.all.map(\.word) + PhoneWord.others
    let meant = meant(by: word, among: known)
    return StepFault(
      .unknownStep, "Unknown step `\(word)`.", why: "steps are \(PhoneWord.all.map(\.word).joined(separator: ", "))",
      fix: meant ?? "use one of these; `help` says what each does")
  }
}

/// A step that cannot be taken.
struct StepFault: DiagnosticError {
  /// The finding without its place. A script adds its line, and typed steps have none.
  private(set) var diagnostic: Diagnostic

  var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: PhoneCode, _ what: String, why: String, fix: String) {
    diagnostic = Diagnostic(code, .error, what: what, why: why, fix: fix)
  }

  /// Makes the fault of a step that asks for something that the log does not have.
  init(_ unanswered: Diagnostic, fix: String) {
    diagnostic = unanswered
    diagnostic.file = nil
    diagnostic.place = nil
    diagnostic.fix = fix
  }

  /// The fault of a script's line.
  func diagnostic(_ script: String, line: Int) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.file = script
    diagnostic.place = DocumentPlace(line: line, column: 1, pointer: "")
    return diagnostic
  }
}
