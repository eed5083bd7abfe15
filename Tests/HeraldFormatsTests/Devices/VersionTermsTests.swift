import HeraldTestSupport
import Testing

@testable import Herald
@testable import HeraldFormats

/// Conditions on the installed version, of every form that a format has, as classes of devices.
@Suite("Versions of every format as classes")
struct VersionTermsTests {
  private static func version(_ text: String) throws -> PublishedVersion { try #require(PublishedVersion(text)) }

  private static func conditions() throws -> [VersionCondition] {
    let versions = try ["2.1", "3", "1.0-rc"].map { try version($0) }
    let bounds = ["16809984", "0", "8193", "17858560", "4294967296", "16801795", "16809985"]
    return versions.flatMap { version -> [VersionCondition] in
      [
        .below(target: version, code: 20), .below(target: nil, code: 20), .below(target: version, code: nil),
        .older(than: version, .compared), .older(than: version, .leftOut), .olderBuild(than: version, version: nil),
        .olderBuild(than: version, version: versions[0]), .equal(to: version), .lower(.first, than: version),
        .lower(.second, than: version),
      ]
        + [InstalledBasis.build, .name, .nameOnPhones].flatMap { basis -> [VersionCondition] in
          [
            .olderOn(basis, than: version), .from(versions[0], basis, .older(than: version, .leftOut)),
            .from(versions[0], .build, .olderOn(basis, than: version)),
          ]
        }
    } + [.none, .never] + (try bounds.map { .bundleNumber(below: try #require(BundleNumberBound($0))) })
  }

  private static let names: [String?] = [
    nil, "", " ", "x", "0.9", " 0.9", "1", "1.0", "1.0f1", "1.0b3", "1.0B3", "1.0-rc", "2", "2.0.9", "2.1", "2.1.0",
    "2.1-beta", "2.1-beta+5", "2.2", "2.9.9b255", "2.10", "3", "3.0.1", "d", "99.9.9f255", "-1", "1.0 (20)",
  ]
  private static let codes: [String?] = [nil, "", " ", "x", "3", "19", "20", "1.0", "2.1", "2.1-beta"]
  private static let systems: [String?] = [nil, " ", "ios", "iPadOS", "android", "macos"]

  @Test("A device meets one part of a condition exactly where it passes the condition, and never two")
  func partsAreTheCondition() throws {
    for condition in try Self.conditions() {
      let parts = condition.deviceTerms
      for (name, code, system) in Self.names.flatMap({ name in
        Self.codes.flatMap { code in Self.systems.map { (name, code, $0) } }
      }) {
        let given: [(ExactString, String?)] = [
          (.appVersionName, name), (.appVersionCode, code), (.deviceOsName, system),
        ]
        let profile = Profile(given.compactMap { name, text in text.map { (name: name, value: ExactString($0)) } })
        var witness = NoWitness()
        let passes = condition.isMet(by: Properties(profile, segments: SegmentMemberships()), &witness)
        let met = parts.filter { part in
          part.terms.allSatisfy { condition, isWanted in
            condition.isMet(by: PropertyValue(profile[condition.property])) == isWanted
          }
        }
        #expect(met.count == (passes ? 1 : 0), "\(condition) of \(profile.properties)")
      }
    }
  }

  @Test("Each version is in a class, whatever compares it", arguments: [1, 2, 3, 4] as [UInt64])
  func classesCoverEverything(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let stores = try ["2.1", "2", "1.0-rc", "0.0.3", "10.2.3"].map { try Self.version($0) }
    let bounds = try ["16809984", "16801795", "16809985", "270012416", "8193", "255"].map {
      try #require(BundleNumberBound($0))
    }
    let filters = ["<2", "1.*", "''", "*b*", ">=1.0-rc", "1.0b3"]
    let alphabet = Array("0129.-+()abdfxr ".unicodeScalars)
    for _ in 0..<8 {
      let conditions = try (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let store = try #require(stores.randomElement(using: &random))
        let bound = try #require(bounds.randomElement(using: &random))
        let comparisons: [VersionComparison] = [
          .olderRelease(than: store), .lower(.first, than: store), .lower(.second, than: store), .absent,
          .bundleNumber(below: bound), .bundleNumber(below: bound),
        ]
        let filter = Filter(property: "x-value", text: filters.randomElement(using: &random) ?? "")
        let comparison = try #require(comparisons.randomElement(using: &random))
        return Int.random(in: 0..<4, using: &random) == 0
          ? ValueCondition(filter) : ValueCondition(comparison, on: "x-value")
      }
      let classes = PropertyClasses(of: "x-value", for: conditions, usual: ["1.0", ""])
      #expect(classes.limit == nil)
      let known = Self.names.compactMap(\.self)
      for _ in 0..<400 {
        var text = Bool.random(using: &random) ? known.randomElement(using: &random) ?? "" : ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          if let scalar = alphabet.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
        }
        let value = PropertyValue(text.isEmpty ? nil : ExactString(text))
        let met = conditions.map { $0.isMet(by: value) }
        #expect(classes.classes.contains { $0.met == met }, "\(text.debugDescription) under \(conditions.map(\.key))")
      }
    }
  }

  @Test("The lowest version whose bundle number is not below a bound is the first of all that is not")
  func lowestVersion() throws {
    let versions = (0..<100).flatMap { major in
      (0..<10).flatMap { minor in (0..<10).map { "\(major).\(minor).\($0)" } }
    }
    let edges = ["0", "32768", "16777216", "2576974079", "2576974080", "4294967295"]
    var random = SplitMix64(seed: 9)
    let drawn = (0..<20).map { _ in String(UInt32.random(in: 0...2_600_000_000, using: &random)) }
    for text in edges + drawn {
      let bound = try #require(BundleNumberBound(text))
      let first = versions.first { version in BundleNumber(version).map { !bound.isAbove($0) } ?? false }
      let found = BundleNumber.lowestVersion(notBelow: bound)
      #expect(found.flatMap { BundleNumber($0) } == first.flatMap { BundleNumber($0) }, "\(text)")
    }
  }
}
