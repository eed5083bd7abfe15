/// A state written down, so that folding can go on from it. Snapshots may be deleted at any time: they change nothing
/// but time.
extension InstallationState {
  /// Raised whenever snapshots are written in another way, or documents are read in another way: older snapshots are
  /// then passed over.
  private static let snapshotVersion = 2

  /// The state as one JSON object; reading it back with the same documents gives an equal state.
  package var snapshot: String {
    var output = JSONWriter()
    output.raw("{\"snapshot\":")
    output.integer(Self.snapshotVersion)
    output.raw(",\"state\":")
    write(source: "", into: &output)
    output.raw(",\"policyURL\":")
    output.string(policy?.url)
    output.raw(",\"policyStoreURL\":")
    output.string(policy?.storeURL)
    output.raw(",\"lastTime\":")
    if let lastTime { output.integer(Int(lastTime.milliseconds)) } else { output.raw("null") }
    output.raw(",\"newest\":")
    output.array(newest) { output, order in
      output.raw("{\"family\":")
      output.string(order.family)
      switch order.mark {
      case .revision(let revision):
        output.raw(",\"revision\":")
        output.integer(revision)
      case .version(let version):
        output.raw(",\"version\":")
        output.string(version.text)
      }
      output.raw("}")
    }
    output.raw("}")
    return output.string
  }

  /// Reads a snapshot.
  ///
  /// - Parameters:
  ///   - text: what ``snapshot`` gave.
  ///   - policy: finds and reads the document in force.
  /// - Returns: nil where the text is no snapshot, or its policy cannot be had: fold from the start then.
  package init?(snapshot text: String, policy find: (Policy.Name) throws -> Policy?) rethrows {
    guard let root = try? JSONNode.read(text).node,
      SnapshotFields(node: root).integer("snapshot") == Self.snapshotVersion, let state = root[name: "state"]
    else { return nil }
    let fields = SnapshotFields(node: state)
    guard let revision = fields.integer("revision"), let properties = state[name: "properties"]?.texts,
      let counts = state[name: "counts"].flatMap(EventCounts.init(snapshot:))
    else { return nil }
    self.init()
    self.revision = revision
    profile = properties.isEmpty ? .empty : Profile(properties)
    user = fields.text("user")
    refused = state[name: "refused"].flatMap(Refusal.init(snapshot:))
    lastCheck = fields.time("lastCheck")
    failures = fields.integer("failures") ?? 0
    latch = state[name: "latch"].flatMap(Latch.init(snapshot:))
    visible = state[name: "visible"].flatMap(VisiblePrompt.init(snapshot:))
    records = ShowingRecords(
      (state[name: "records"]?.members ?? []).map {
        ShowingRecords.Entry(rule: ExactString($0.name), record: ShowingRecord(snapshot: $0.node))
      })
    self.counts = counts
    let extra = SnapshotFields(node: root)
    lastTime = extra.integer("lastTime").map { Timestamp(milliseconds: Int64($0)) }
    newest = root[name: "newest"]?.elements.compactMap(PublishOrder.init(snapshot:)) ?? []
    guard let inForce = state[name: "policy"] else { return }
    let name = SnapshotFields(node: inForce)
    guard let digest = name.text("digest"), let format = name.text("format"),
      let policy = try find(
        Policy.Name(
          digest: digest, format: format, url: extra.text("policyURL"), storeURL: extra.text("policyStoreURL"))
      )
    else { return nil }
    self.policy = policy
  }
}

/// The fields of an object in a snapshot, typed.
private struct SnapshotFields {
  let node: JSONNode

  func text(_ name: String) -> ExactString? { node[name: name]?.string.map { ExactString($0) } }

  func integer(_ name: String) -> Int? {
    guard case .number(let text) = node[name: name]?.value else { return nil }
    return Int(text)
  }

  func time(_ name: String) -> Timestamp? {
    text(name).flatMap { DeviceTime(rfc3339: $0.string)?.moment }
  }
}

extension JSONNode {
  fileprivate var elements: [JSONNode] {
    if case .array(let elements) = value { elements } else { [] }
  }

  fileprivate var texts: [(name: ExactString, value: ExactString)]? {
    members?.compactMap { member in member.node.string.map { (ExactString(member.name), ExactString($0)) } }
  }
}

extension EventCounts {
  fileprivate init?(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    guard let launches = fields.integer("launches") else { return nil }
    self.launches = launches
    returns = fields.integer("returns") ?? 0
    operations = fields.integer("operations") ?? 0
    strayButtons = fields.integer("strayButtons") ?? 0
    ignoredPushes = fields.integer("ignoredPushes") ?? 0
    clockSteps = fields.integer("clockSteps") ?? 0
    unknownEvents = fields.integer("unknownEvents") ?? 0
  }
}

extension Refusal {
  fileprivate init?(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    guard let digest = fields.text("digest"),
      let reason = fields.text("reason").flatMap({ RefusalReason(rawValue: $0.string) })
    else { return nil }
    self.init(digest: digest, reason: reason)
  }
}

extension Latch {
  fileprivate convenience init?(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    guard let event = fields.text("event"), let url = fields.text("url") else { return nil }
    self.init(
      event: event, url: url, targetVersion: fields.text("targetVersion"), appVersionName: fields.text("appVersionName")
    )
  }
}

extension VisiblePrompt {
  fileprivate init?(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    guard let prompt = fields.text("prompt"), let rule = fields.text("rule"),
      let kind = fields.text("kind").flatMap({ PromptKind(rawValue: $0.string) })
    else { return nil }
    self.init(prompt: prompt, rule: rule, kind: kind)
  }
}

extension ShowingRecord {
  fileprivate init(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    shown = fields.integer("shown") ?? 0
    lastShown = fields.time("lastShown")
    lastButton = fields.text("lastButton")
    lastButtonAt = fields.time("lastButtonAt")
    skippedVersion = fields.text("skippedVersion")
  }
}

extension PublishOrder {
  fileprivate init?(snapshot node: JSONNode) {
    let fields = SnapshotFields(node: node)
    guard let family = fields.text("family") else { return nil }
    if let revision = fields.integer("revision") {
      self.init(family: family, mark: .revision(revision))
    } else if let version = fields.text("version").flatMap({ PublishedVersion($0.string) }) {
      self.init(family: family, mark: .version(version))
    } else {
      return nil
    }
  }
}
