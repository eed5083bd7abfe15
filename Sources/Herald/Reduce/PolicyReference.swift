/// The identity of the policy in force, as a snapshot stores it.
struct PolicyReference: StateReadable {
  let name: Policy.Name

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    let digest = try reader.text("digest")
    _ = try reader.optionalNumber("revision")
    let format = try reader.text("format")
    let origin: PolicyOrigin = try reader.hidden("origin")
    name = Policy.Name(
      digest: digest, format: format, url: origin.url, storeURL: origin.storeURL, houseRules: origin.houseRules)
  }
}

extension Policy: StateWritable {
  @inline(__always)
  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("digest", digest, .plain)
    writer.number("revision", revision)
    writer.text("format", format, .plain)
    writer.hidden("origin", PolicyOrigin(url: url, storeURL: storeURL, houseRules: houseRules))
  }
}

/// The addresses and house rules of the fetch that brought the policy's document.
private struct PolicyOrigin: StateObject {
  let url: ExactString?
  let storeURL: ExactString?
  let houseRules: HouseRules?

  init(url: ExactString?, storeURL: ExactString?, houseRules: HouseRules?) {
    self.url = url
    self.storeURL = storeURL
    self.houseRules = houseRules
  }

  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("url", url, .address)
    writer.text("storeUrl", storeURL, .address)
    writer.text("houseRules", houseRules?.json, .plain)
  }

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    url = try reader.optionalText("url")
    storeURL = try reader.optionalText("storeUrl")
    houseRules = try reader.optionalText("houseRules").map { HouseRules(canonical: $0) }
  }
}

extension PublishOrder: StateObject {
  func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("family", family, .plain)
    switch mark {
    case .revision(let revision):
      writer.number("revision", revision)
      writer.text("version", nil, .plain)
    case .version(let version):
      writer.number("revision", nil)
      writer.text("version", version.text, .plain)
    }
  }

  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    family = try reader.text("family")
    if let revision = try reader.optionalNumber("revision") {
      mark = .revision(revision)
    } else {
      guard let version = PublishedVersion(try reader.text("version").string) else { throw StateFault("version") }
      mark = .version(version)
    }
  }
}
