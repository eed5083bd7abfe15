import Herald
import HeraldQuestions
import HeraldQuestionsTestSupport

/// A log of one installation, as the text of its lines.
struct WhyLog {
  let lines: [String]

  /// - Parameter events: the day's time of each, or a date and time, and its type and data as members of JSON.
  init(_ events: [(time: String, event: String)]) {
    lines = events.enumerated().map { index, event in
      let time = event.time.contains("T") ? event.time : "2026-03-02T\(event.time)"
      return #"{"specversion":"1.0","id":"e\#(index + 1)","source":"/i/1","time":"\#(time):00.000Z","#
        + #""revision":\#(index + 1),\#(event.event)}"#
    }
  }

  /// A launch, a fetch, perhaps other events, a showing with its answer at 08:00, and a launch or a scheduled fetch an hour
  /// later that is asked about.
  init(
    keys: String, root: String = "", before: [String] = [], button: String? = "later", launches: Bool = true
  ) {
    let document =
      #"{"packageName":"a",\#(root)"updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"*":"Please."}\#(keys)}]}"#
    let first =
      [Self.launched, Self.fetched(document)] + before
      + [Self.shown("update:1", "optional")] + [button.map { Self.chosen($0) }].compactMap(\.self)
    let last = launches ? [Self.launched, Self.fetched(document)] : [Self.fetched(document, "schedule")]
    self.init(first.map { ("08:00", $0) } + last.map { ("09:00", $0) })
  }

  static let launched =
    #""type":"app.launched","data":{"properties":{"appPackageName":"a","appVersionName":"3.9","#
    + #""deviceLanguage":"en","deviceOsName":"linux"}}"#

  static func fetched(_ document: String, _ trigger: String = "launch") -> String {
    let quoted = document.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
    return #""type":"fetch.succeeded","data":{"trigger":"\#(trigger)","url":"https://p","format":"herald","#
      + #""status":200,"digest":"\#(Digest.of(document))","document":"\#(quoted)"}"#
  }

  static func shown(_ rule: String, _ kind: String) -> String {
    #""type":"prompt.shown","data":{"prompt":"p","rule":"\#(rule)","kind":"\#(kind)"}"#
  }

  static func chosen(_ button: String) -> String {
    #""type":"button.chosen","data":{"prompt":"p","button":"\#(button)"}"#
  }

  /// The answer about an event, by default the last one.
  func answer(_ kind: WhyQuestion.Kind, at revision: Int? = nil) throws -> WhyAnswer {
    try WhyQuestion(kind, at: revision ?? lines.count)
      .answer(in: CorpusLog.events(lines: lines.joined(separator: "\n") + "\n"))
  }
}
