/// The identity of the policy in force, as a snapshot stores it.
struct PolicyReference: StateReadable {
  let name: Policy.Name
  let signature: PolicySignature?

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    let digest = try reader.text("digest")
    _ = try reader.optionalNumber("revision")
    let format = try reader.text("format")
    let origin: PolicyOrigin = try reader.hidden("origin")
    name = Policy.Name(
      digest: digest, format: format, url: origin.url, storeURL: origin.storeURL, houseRules: origin.houseRules)
    signature = origin.signature
  }
}

extension Policy: StateWritable {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("digest", digest, .plain)
    writer.number("revision", revision)
    writer.text("format", format, .plain)
    writer.hidden(
      "origin", PolicyOrigin(url: url, storeURL: storeURL, houseRules: houseRules, signature: signature))
  }
}

/// The addresses and house rules of the fetch that brought the policy's document, and its signature.
private struct PolicyOrigin: StateObject {
  let url: ExactString?
  let storeURL: ExactString?
  let houseRules: HouseRules?
  let signature: PolicySignature?

  init(url: ExactString?, storeURL: ExactString?, houseRules: HouseRules?, signature: PolicySignature?) {
    self.url = url
    self.storeURL = storeURL
    self.houseRules = houseRules
    self.signature = signature
  }

  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("url", url, .address)
    writer.text("storeUrl", storeURL, .address)
    writer.text("houseRules", houseRules?.json, .plain)
    writer.object("signature", signature)
  }

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    url = try reader.optionalText("url")
    storeURL = try reader.optionalText("storeUrl")
    houseRules = try reader.optionalText("houseRules").map { HouseRules(canonical: $0) }
    signature = try reader.optionalObject("signature")
  }
}

extension PolicySignature: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("keys", ExactString(keys.map(\.text).joined(separator: " ")), .plain)
    writer.text("package", promises.packageName, .plain)
    writer.number("revision", promises.revision)
    writer.time("expires", promises.expires)
    writer.number("renewals", isRenewed ? 1 : 0)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    keys = try reader.text("keys").string.split(separator: " ").compactMap { PublicKey(String($0)) }
    promises = SignedPromises(
      packageName: try reader.optionalText("package"), revision: try reader.optionalNumber("revision"),
      expires: try reader.optionalTime("expires"))
    isRenewed = try reader.number("renewals") > 0
  }
}

extension AcceptedOrder: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("family", family, .plain)
    switch mark {
    case .revision(let revision):
      writer.number("revision", revision)
      writer.text("version", nil, .plain)
    case .version(let version):
      writer.number("revision", nil)
      writer.text("version", version.text, .plain)
    }
    writer.time("acceptedAt", acceptedAt)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    let family = try reader.text("family")
    let mark: PublishOrder.Mark
    if let revision = try reader.optionalNumber("revision") {
      mark = .revision(revision)
    } else {
      guard let version = PublishedVersion(try reader.text("version").string) else { throw StateFault("version") }
      mark = .version(version)
    }
    guard let time = try reader.optionalTime("acceptedAt") else { throw StateFault("acceptedAt") }
    self.init(PublishOrder(family: family, mark: mark), at: time)
  }
}
