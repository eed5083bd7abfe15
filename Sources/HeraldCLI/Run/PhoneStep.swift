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
