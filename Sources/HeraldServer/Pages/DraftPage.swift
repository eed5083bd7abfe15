import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog
import HeraldPages
import Hummingbird

/// A page that compares the decision of one moment under a draft with the recorded one. It stores nothing.
struct DraftPage {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    let path: RouterPath = "installations/:source/at/:revision/draft"
    router.get(path) { request, context in
      let asked = try await asked(request, context)
      return try await show(asked, try published(request, asked), context)
    }
    router.form(path, of: parts, atMost: Self.longestForm) { form, request, context in
      let format = form["format"].isEmpty ? "herald" : form["format"]
      let document = Document(text: form.lines("draft"), format: ExactString(format))
      return try await show(try await asked(request, context), document, context)
    }
  }

  private static let longestForm = 4 << 20

  /// The moment that the page is about.
  private struct Asked {
    let app: App
    let source: ExactString
    let revision: Int?
    let history: [PublishedPolicy]
  }

  /// The answer, made on a reading thread.
  private struct Answered: Sendable {
    let revision: Int
    /// The decision's event: its title, revision and time.
    let event: String
    let asked: Int
    let time: DeviceTime
    let recorded: String
    var document: Document?
    var changes: [String: any Sendable] = [:]
    var problem: Diagnostic?
  }

  private func asked(_ request: Request, _ context: ServerContext) async throws -> Asked {
    let (app, source) = try await parts.asked(request, context, "draft")
    return Asked(
      app: app, source: source, revision: try context.revision(),
      history: try parts.folder.policies.history(of: app.name, atMost: 50))
  }

  /// The published policy that the query chooses; nil where it chooses none.
  private func published(_ request: Request, _ asked: Asked) throws -> Document? {
    guard let number = try request.number("published", in: 1...Int(Int32.max)) else { return nil }
    guard let policy = asked.history.first(where: { $0.number == number }) else {
      throw Problem(
        .badQuery, "There is no publication \(number) of the app `\(asked.app.name)`.", at: "published",
        why: "it is none of the last \(asked.history.count)")
    }
    return Document(text: policy.text, format: ExactString(policy.format))
  }

  private func show(_ asked: Asked, _ draft: Document?, _ context: ServerContext) async throws -> Response {
    let (source, revision, app) = (asked.source, asked.revision, asked.app)
    let device = "/installations/\(source.string.addressPart)"
    let query = "?app=\(app.name.addressPart)"
    let answered = try await app.readers.read { reader in
      try Self.answered(draft, of: source, at: revision, in: app.events(reader), device: device + query)
    }
    let moment = "\(device)/at/\(answered.revision)"
    let shown = draft ?? answered.document
    let format = shown?.format.string ?? "herald"
    let body = DeskTemplate.draft.render(
      [
        "search": "/search\(query)", "device": "\(device)\(query)#r\(answered.revision)", "source": source.string,
        "moment": moment + query, "here": "\(moment)/draft", "query": query, "app": app.name,
        "revision": answered.revision.grouped, "event": answered.event,
        "asked": answered.asked.grouped, "time": PageTime.html(answered.time), "recordedSentence": answered.recorded,
        "draft": "\n" + EscapedDraft.text(shown?.text ?? ""), "isRecorded": draft == nil && shown != nil,
        "formats": Formats.names.map { ["name": $0, "isChosen": $0 == format] as [String: Any] },
        "published": asked.history.map(Self.values), "hasPublished": !asked.history.isEmpty,
        "hasProblem": answered.problem != nil, "problem": answered.problem?.what ?? "",
        "why": answered.problem.map { "\($0.why.sentence). \($0.fix.sentence)." } ?? "",
        "hasAnswer": !answered.changes.isEmpty, "heading": "What would it see under a draft?",
      ].merging(answered.changes.mapValues { $0 as Any }) { $1 })
    let title = answered.changes["heading"].map { "\($0)" } ?? "Under a draft"
    return try DeskPage(title: title, body: body, token: context.token, app: app.name).response()
  }

  private static func values(_ policy: PublishedPolicy) -> [String: Any] {
    let revision = policy.revision.map { "revision \($0), " } ?? ""
    let time = DeviceTime(moment: policy.time).minute
    return ["number": policy.number, "words": "\(revision)published \(time) by \(policy.by)"]
  }

  private static func answered(
    _ draft: Document?, of source: ExactString, at revision: Int?, in events: LoggedEvents, device: String
  ) throws -> Answered {
    let recorded = try WhyQuestion(of: source, at: revision).answer(in: events).decision
    let found = recorded.found
    let number = revision ?? found.asked?.revision ?? found.decision.revision
    var answered = Answered(
      revision: number, event: found.eventTitle, asked: found.step.event.revision, time: found.step.event.time,
      recorded: recorded.words(.plain, .sentence).trimming("\n"))
    guard let draft else {
      answered.document = found.documentInForce
      return answered
    }
    do {
      let answer = try DraftQuestion(draft, of: source, at: revision).answer(in: try events.again())
      answered.changes = values(answer, device, try life(draft, of: source, until: number, in: try events.again()))
    } catch let refused as LogRefused {
      answered.problem = refused.diagnostics.first
    }
    return answered
  }

  /// The effects of the draft from the first event on, in the words of `herald whatif`.
  private static func life(
    _ draft: Document, of source: ExactString, until revision: Int, in events: LoggedEvents
  ) throws -> String {
    var question = WhatIfQuestion(draft, of: source, until: .revision(revision))
    question.examples = 0
    return try question.answer(in: events).words
  }

  private static func values(_ answer: DraftAnswer, _ device: String, _ life: String) -> [String: any Sendable] {
    let rows = answer.rows.map { ["rule": $0.rule, "recorded": $0.recorded, "draft": $0.draft] }
    return [
      "heading": answer.sentence, "rows": rows, "hasRows": !rows.isEmpty, "alike": answer.alike.grouped,
      "hasAlike": answer.alike > 0, "isOneAlike": answer.alike == 1, "isSame": answer.isSame,
      "recordedAnswer": AnswerCards(answer.recorded, device: device).html(hasText: false),
      "draftAnswer": AnswerCards(answer.draft, device: device, isOfDraft: true).html(hasText: false),
      "life": EscapedText.lines(life),
    ]
  }
}
