import Herald
import HeraldCorpus

/// A report in the JUnit XML format, which GitLab, Jenkins and others show.
///
/// It uses only elements that the schemas of Ant's task and of Jenkins's plugin both allow.
struct JUnitReport {
  private var suites: [(name: String, cases: [TestedCase])] = []
  private let timestamp: Timestamp

  init(at timestamp: Timestamp) { self.timestamp = timestamp }

  mutating func add(_ tested: TestedCase) {
    let name = tested.suite
    if let index = suites.firstIndex(where: { $0.name == name }) {
      suites[index].cases.append(tested)
    } else {
      suites.append((name, [tested]))
    }
  }

  var xml: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      + suites.enumerated().map { suite($1.name, $1.cases, index: $0) }.joined() + "</testsuites>\n"
  }

  private func suite(_ name: String, _ cases: [TestedCase], index: Int) -> String {
    let failures = cases.count { $0.verdict == .disagrees || $0.verdict == .noExpectation }
    let errors = cases.count { $0.verdict == .invalid }
    let seconds = Self.seconds(cases.reduce(.zero) { $0 + $1.duration })
    let head = Self.tag(
      "testsuite",
      [
        "name": name, "package": name, "id": "\(index)", "timestamp": String(timestamp.description.prefix(19)),
        "hostname": "localhost", "tests": "\(cases.count)", "failures": "\(failures)", "errors": "\(errors)",
        "time": seconds,
      ])
    return "  \(head)\n    <properties/>\n" + cases.map(Self.testCase).joined()
      + "    <system-out/>\n    <system-err/>\n  </testsuite>\n"
  }

  private static func testCase(_ tested: TestedCase) -> String {
    let name = tested.name.split(separator: "/").last.map(String.init) ?? tested.name
    let attributes: KeyValuePairs = [
      "name": name, "classname": tested.suite.replacing("/", with: "."), "time": seconds(tested.duration),
    ]
    guard tested.verdict != .agrees, tested.verdict != .accepted else {
      return "    \(tag("testcase", attributes, isEmpty: true))\n"
    }
    let element = tested.verdict == .invalid ? "error" : "failure"
    let problem = tag(element, ["type": tested.verdict.rawValue, "message": tested.message])
    let about = tested.situation.map { $0.shown + "\n" } ?? ""
    return "    \(tag("testcase", attributes))\n      \(problem)"
      + escaped(tested.folder + "\n" + about + tested.details(.plain)) + "</\(element)>\n    </testcase>\n"
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
  /// The folder that holds the case, such as `Events/clock`.
  fileprivate var suite: String {
    let parts = folder.split(separator: "/").dropLast().drop { $0 == "." || $0 == ".." }
    return parts.isEmpty ? "corpus" : parts.joined(separator: "/")
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
