import ArgumentParser
import Herald
import HeraldFetch
import HeraldFormats
import HeraldRuntime

/// The options for a device, and for how its policy is fetched.
struct DeviceOptions: ParsableArguments {
  @Option(
    name: .customLong("property"),
    help: ArgumentHelp(
      "What the device says of itself, such as appVersionName=2.6; again for each property.", valueName: "name=value"),
    completion: .list(KnownProperty.allCases.map { "\($0.rawValue)=" }))
  var properties: [String] = []

  @Option(
    name: [.customLong("document-format"), .customLong("policy-format")],
    help: ArgumentHelp(
      "How the document is read: \(DocumentFormat.names.joined(separator: ", ")).", valueName: "format"),
    completion: .policyFormat)
  var documentFormat = "herald"

  @Option(
    help: ArgumentHelp("The store page, for formats whose documents name no destination.", valueName: "url"),
    completion: .free)
  var storeUrl: String?

  @OptionGroup var houseRules: HouseRulesOption

  @Flag(help: "Use plain HTTP with hosts other than this machine: anybody in between can then change the policy.")
  var allowPlainHttp = false

  @Option(help: ArgumentHelp("Who is signed in.", valueName: "user"), completion: .free)
  var user: String?

  @Option(
    help: ArgumentHelp("The device's clock with its zone, such as 2026-03-02T08:00:00+01:00.", valueName: "time"),
    completion: .free, transform: TimeText.read)
  var time: DeviceTime?

  func validate() throws {
    _ = try profile()
    try DocumentFormat.check(documentFormat)
  }

  /// The properties by name.
  func profile() throws -> [String: String] {
    var profile: [String: String] = [:]
    for property in properties {
      let (name, value) = try PropertyText.read(property)
      guard profile.updateValue(value, forKey: name) == nil else {
        throw ValidationError("The property '\(name)' is given twice. Give each name once.")
      }
    }
    return profile
  }

  var places: PolicyPlace { PolicyPlace(format: documentFormat, allowsPlainHTTP: allowPlainHttp) }

  func publication(_ source: any PolicySource) throws -> Publication {
    Publication(
      source, format: documentFormat, storeURL: storeUrl, houseRules: try houseRules.read())
  }

  /// Prints a note for each name that is probably misspelt. Any name is allowed, so none is an error.
  func tellMisspeltProperties() throws {
    for name in try profile().keys.sorted() {
      if let finding = PropertyCode.misspelt(name, .note) { Failure.tell(finding) }
    }
  }
}

/// Parses a property on the command line, `NAME=VALUE`.
enum PropertyText {
  static func read(_ text: String) throws -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("'\(text)' is not a property. Write it as name=value, such as appVersionName=2.6.")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// The option that gives a property.
  static func option(_ name: String) -> String { "--property \(name)=…" }
}

/// Parses a trigger on the command line.
enum TriggerText {
  static let known = Trigger.allCases.map(\.rawValue).joined(separator: ", ")

  static func read(_ text: String) throws -> Trigger {
    if let trigger = Trigger(rawValue: text) { return trigger }
    throw ValidationError("'\(text)' is not a trigger. Use one of: \(known).")
  }
}
