import Herald

/// Lines of events as phones send them.
enum SentLines {
  /// The line of an event, with a salt as the lines that Herald writes have one.
  ///
  /// - Parameters:
  ///   - type: the event's type.
  ///   - id: its id; nil for one that follows from its stream and revision.
  ///   - time: its time; nil for one that follows from its revision.
  ///   - data: its data as JSON; nil for what its type needs.
  static func event(
    _ source: String, _ revision: Int, _ type: String = "app.foregrounded", id: String? = nil, time: String? = nil,
    data: String? = nil
  ) -> String {
    let id = id ?? "\(source)-\(revision)"
    let time = time ?? "2026-03-02T08:\(digits(revision / 60 % 60)):\(digits(revision % 60)).000+01:00"
    let salt = "\(Digest.of("\(source) \(revision)"))".suffix(32)
    let data = data ?? (type == "app.launched" ? launched : "{}")
    return #"{"specversion":"1.0","id":"\#(id)","source":"\#(source)","type":"\#(type)","time":"\#(time)","#
      + #""revision":\#(revision),"salt":"\#(salt)","data":\#(data)}"#
  }

  /// The lines of an installation.
  static func stream(_ source: String, _ count: Int, from first: Int = 1) -> [String] {
    (first..<first + count).map { revision in
      let next = revision.isMultiple(of: 2) ? "app.backgrounded" : "app.foregrounded"
      return event(source, revision, revision == 1 ? "app.launched" : next)
    }
  }

  private static let launched =
    #"{"properties":{"appPackageName":"com.example.shop","appVersionName":"2.6","deviceLanguage":"en"},"#
    + #""previousExit":"normal"}"#

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// A life: a launch, a user, a policy with one rule, a return that shows it.
  static func life(_ source: String, user: String = "zoe", time: String = "2026-03-02T08:00:0") -> String {
    let properties = #"{"appPackageName":"\#(TestedServer.app)","appVersionName":"1.0","deviceModel":"x1"}"#
    let fetch = #""trigger":"launch","url":"https://example.com/p.json","format":"herald","status":200"#
    let text = policy.replacing("\"", with: "\\\"")
    let events = [
      ("app.launched", #"{"properties":\#(properties)}"#),
      ("user.changed", #"{"user":"\#(user)"}"#),
      ("fetch.succeeded", #"{\#(fetch),"document":"\#(text)","digest":"\#(Digest.of(policy))"}"#),
      ("app.foregrounded", "{}"),
    ]
    return events.enumerated().map { index, event in
      let revision = index + 1
      let head = #""specversion":"1.0","id":"\#(source)-\#(revision)","source":"\#(source)","type":"\#(event.0)""#
      return #"{\#(head),"time":"\#(time)\#(index)+01:00","revision":\#(revision),"data":\#(event.1)}"# + "\n"
    }.joined()
  }

  /// The document of a life.
  static let policy =
    #"{"packageName":"com.example.shop","updates":[{"id":1,"targetWebsiteUrl":"https://example.com/","#
    + #""descriptions":{"*":{"message":"Update"}}}]}"#
}
