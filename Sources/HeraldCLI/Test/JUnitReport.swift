import Herald
import HeraldCorpus
import HeraldQuestions

/// A report in the JUnit XML format, which GitLab, Jenkins and others show.
///
/// It uses only elements that the schemas of Ant's task and of Jenkins's plugin both allow.
struct JUnitReport {
  private var suites: [(name: String, entries: [Entry])] = []
  private let timestamp: Timestamp

  init(at timestamp: Timestamp) { self.timestamp = timestamp }

  /// A case or a promise.
  struct Entry {
    let name: String
    let duration: Duration
    /// The problem; nil for a case that passes.
    let problem: Problem?

    /// A failure, or an error where nothing could be judged.
    struct Problem {
      let isError: Bool
      let type: String
      let message: String
      let details: String
    }
  }

  mutating func add(_ tested: TestedCase) { add(tested.entry, to: Self.suite(of: tested.folder)) }

  /// Adds each promise beside a policy as a case of its folder.
  mutating func add(_ judged: JudgedPromises) {
    for entry in judged.entries { add(entry, to: Self.suite(of: judged.folder + "/promises.json")) }
  }

  private mutating func add(_ entry: Entry, to name: String) {
    if let index = suites.firstIndex(where: { $0.name == name }) {
      suites[index].entries.append(entry)
    } else {
      suites.append((name, [entry]))
    }
  }

  /// The folder that holds a case, such as `Events/clock`.
  private static func suite(of folder: String) -> String {
    let parts = folder.split(separator: "/").dropLast().drop { $0 == "." || $0 == ".." }
    return parts.isEmpty ? "corpus" : parts.joined(separator: "/")
  }

  var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      + suites.enumerated().map { suite($1.name, $1.entries, index: $0) }.joined() + "</testsuites>\n"
  }

  private func suite(_ name: String, _ entries: [Entry], index: Int) -> String {
    let failures = entries.count { $0.problem?.isError == false }
    let errors = entries.count { $0.problem?.isError == true }
    let seconds = Self.seconds(entries.reduce(.zero) { $0 + $1.duration })
    let head = Self.tag(
      "testsuite",
      [
        "name": name, "package": name, "id": "\(index)", "timestamp": String(timestamp.description.prefix(19)),
        "hostname": "localhost", "tests": "\(entries.count)", "failures": "\(failures)", "errors": "\(errors)",
        "time": seconds,
      ])
    return "  \(head)\n    <properties/>\n" + entries.map { Self.testCase($0, in: name) }.joined()
      + "    <system-out/>\n    <system-err/>\n  </testsuite>\n"
  }

  private static func testCase(_ entry: Entry, in suite: String) -> String {
    let attributes: KeyValuePairs = [
      "name": entry.name, "classname": suite.replacing("/", with: "."), "time": seconds(entry.duration),
    ]
    guard let problem = entry.problem else { return "    \(tag("testcase", attributes, isEmpty: true))\n" }
    let element = problem.isError ? "error" : "failure"
    return "    \(tag("testcase", attributes))\n      "
      + tag(element, ["type": problem.type, "message": problem.message])
      + escaped(problem.details) + "</\(element)>\n    </testcase>\n"
  }

  private static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>, isEmpty: Bool = false) -> String
  {
    "<\(name)" + attributes.map { " \($0)=\"\(escaped($1, inAttribute: true))\"" }.joined() + (isEmpty ? "/>" : ">")
  }

  private static func seconds(_ duration: Duration) -> String {
    let milliseconds = Int(duration / .milliseconds(1))
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// The text with markup escaped. A scalar that XML 1.0 cannot hold (section 2.2) is replaced.
  private static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "\n": result += inAttribute ? "&#10;" : "\n"
      case "\t", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}

extension TestedCase {
  fileprivate var entry: JUnitReport.Entry {
    let about = situation.map { $0.shown + "\n" } ?? ""
    let problem = JUnitReport.Entry.Problem(
      isError: verdict == .invalid, type: verdict.rawValue, message: message,
      details: folder + "\n" + about + details(.plain))
    return JUnitReport.Entry(
      name: name.split(separator: "/").last.map(String.init) ?? name, duration: duration,
      problem: verdict == .agrees || verdict == .accepted ? nil : problem)
  }

  /// The first sentence about what is wrong.
  var message: String {
    switch verdict {
    case .agrees, .noExpectation, .accepted: summary
    case .disagrees: disagreements.first?.sentences.first ?? summary
    case .invalid: errors.first.map { "\($0.location): \($0.what)" } ?? summary
    }
  }
}

extension JudgedPromises {
  fileprivate var entries: [JUnitReport.Entry] {
    switch verdicts {
    case .failure(let error):
      let finding = (error as? any DiagnosticError)?.diagnostics.first
      let problem = JUnitReport.Entry.Problem(
        isError: true, type: finding?.code.name ?? "error", message: finding?.what ?? error.localizedDescription,
        details: "\(folder)/promises.json" + (finding.map { "\nWhy: \($0.why)\nFix: \($0.fix)" } ?? ""))
      return [JUnitReport.Entry(name: "promises", duration: duration, problem: problem)]
    case .success(let answer): return answer.promises.map { entry(of: $0, among: answer.promises.count) }
    }
  }

  private func entry(of promise: PromisesAnswer.PromiseAnswer, among count: Int) -> JUnitReport.Entry {
    let problem = JUnitReport.Entry.Problem(
      isError: false, type: promise.verdict.word, message: promise.sentence,
      details: "\(folder)/promises.json\n\(promise.promise.text.shown) \(promise.sentence)")
    // All are judged together, so each has its share of the time.
    return JUnitReport.Entry(
      name: "promise \(promise.number): \(promise.promise.text.shown)", duration: duration / max(1, count),
      problem: promise.isKept ? nil : problem)
  }
}
