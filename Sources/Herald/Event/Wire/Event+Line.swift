/// What stands in an event's line beside what Herald reads of it, each value as the JSON that it is written as.
package struct FurtherMembers: Sendable {
  package typealias Member = (name: String, json: String)
  /// Of the envelope.
  package var attributes: [Member] = []
  /// Of the data.
  package var data: [Member] = []

  package init() {}
}

/// An event as one line of a log, in the usual order of its attributes.
extension Event {
  /// The line, its newline left out. Data of an unknown type is not kept by ``EventData``, and is written as `{}`.
  package var line: String { line(with: FurtherMembers()) }

  /// The line with members that Herald doesn't read, behind those that it does.
  package func line(with further: FurtherMembers) -> String {
    var output = JSONWriter()
    output.raw("{\"specversion\":\"1.0\",\"id\":")
    output.string(id)
    output.raw(",\"source\":")
    output.string(source)
    output.raw(",\"type\":")
    output.string(type)
    output.raw(json: ",\"time\":\"\(time)\"")
    if revision > 0 {
      output.raw(",\"revision\":")
      output.integer(revision)
    }
    if dataVersion != 1 {
      output.raw(",\"dataversion\":")
      output.integer(dataVersion)
    }
    for member in further.attributes {
      output.raw(",")
      output.member(member)
    }
    output.raw(",\"data\":")
    output.data(of: data, further.data)
    output.raw("}")
    return output.string
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ member: FurtherMembers.Member) {
    string(member.name)
    raw(":")
    raw(json: member.json)
  }

  /// An event's data as its line has it; what the type does not name is left out, but for what is given.
  package mutating func data(of event: EventData, _ further: [FurtherMembers.Member] = []) {
    var fields = ObjectWriter()
    switch event {
    case .appLaunched(let launch): fields.write(launch)
    case .appForegrounded(let foreground): if foreground.isBusy { fields.raw("busy", "true") }
    case .appBackgrounded, .unknown: break
    case .fetchSucceeded(let fetch): fields.write(fetch)
    case .fetchFailed(let fetch): fields.write(fetch)
    case .promptShown(let showing): fields.write(showing)
    case .buttonChosen(let answer):
      fields.text("prompt", answer.prompt)
      fields.text("button", answer.button)
    case .pushReceived(let push): fields.write(push)
    case .operationAttempted(let attempt): fields.text("operation", attempt.operation)
    }
    for member in further {
      if !fields.output.isEmpty { fields.output.raw(",") }
      fields.output.member(member)
    }
    raw("{")
    raw(json: fields.output.string)
    raw("}")
  }
}

/// Writes an object's members; absent ones are left out.
private struct ObjectWriter {
  var output = JSONWriter()

  private mutating func name(_ name: StaticString) {
    if !output.isEmpty { output.raw(",") }
    output.raw("\"")
    output.raw(name)
    output.raw("\":")
  }

  mutating func raw(_ name: StaticString, _ json: String) {
    self.name(name)
    output.raw(json: json)
  }

  mutating func text(_ name: StaticString, _ text: ExactString?) {
    guard let text else { return }
    self.name(name)
    output.string(text)
  }

  mutating func user(_ change: UserChange) {
    switch change {
    case .unchanged: break
    case .signedOut: raw("user", "null")
    case .signedIn(let user): text("user", user)
    }
  }

  mutating func write(_ launch: AppLaunched) {
    name("properties")
    output.raw("{")
    for (index, property) in launch.profile.properties.enumerated() {
      if index > 0 { output.raw(",") }
      output.string(property.name)
      output.raw(":")
      output.string(property.value)
    }
    output.raw("}")
    text("user", launch.user)
  }

  mutating func write(_ fetch: FetchSucceeded) {
    raw("trigger", "\"\(fetch.trigger.rawValue)\"")
    text("url", fetch.url)
    text("format", fetch.format)
    raw("status", "\(fetch.status)")
    text("etag", fetch.etag)
    text("storeUrl", fetch.storeURL)
    user(fetch.user)
    text("digest", fetch.digest)
    text("document", fetch.document.map { ExactString($0) })
  }

  mutating func write(_ fetch: FetchFailed) {
    raw("trigger", "\"\(fetch.trigger.rawValue)\"")
    text("url", fetch.url)
    text("reason", fetch.reason)
    if let status = fetch.status { raw("status", "\(status)") }
    user(fetch.user)
  }

  mutating func write(_ showing: PromptShown) {
    text("prompt", showing.prompt)
    text("rule", showing.rule)
    raw("kind", "\"\(showing.kind.rawValue)\"")
    text("language", showing.language)
  }

  mutating func write(_ push: PushReceived) {
    text("kind", push.kind)
    text("url", push.url)
    text("targetVersion", push.targetVersion)
    text("user", push.user)
  }
}
