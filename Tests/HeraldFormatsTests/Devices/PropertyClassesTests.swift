import Herald
import HeraldTestSupport
import Testing

@testable import HeraldFormats

/// The product's own filters say of random values what they say of the value of their class.
@Suite("Classes of values")
struct PropertyClassesTests {
  private static let parts = [
    "<1", "<=1", ">1", ">=1", "<>1", "<1.1", ">=1.1", ">1.0.1", "<1.1-rc", ">=1-beta", "1", "1.0", "1.1", "01",
    "1.*", "1*", "*", "*.1", "1.?*", "a*", "*b", "a?*b", "ab", "abc", "''", "<x", "1-rc", "?", "a*b*", "*a*",
    "<-1", ">-0.5", "<1-rc.2", ">=1-7", "<>1-01", ">10", "<=100.9", "*-rc*", "1+7", "*(*",
  ]

  private static let alphabet = Array("0129.-+()abcrtx? ~".unicodeScalars)

  private static func randomCondition(_ random: inout SplitMix64) -> ValueCondition {
    let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (Bool.random(using: &random) ? "!" : "") + (parts.randomElement(using: &random) ?? "")
    }
    return ValueCondition(Filter(property: "x-value", text: chosen.joined(separator: ",")))
  }

  private static func randomValue(_ random: inout SplitMix64) -> PropertyValue {
    let versions = [
      "1", "1.0", "1.1", "0.9", "1.0.1", "10", "100.9", "-1", "1-rc", "1-rc.1", "1-beta", "ab", "a", "01.0",
    ]
    var text = Bool.random(using: &random) ? versions.randomElement(using: &random) ?? "" : ""
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      if let scalar = alphabet.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
    }
    return PropertyValue(text.isEmpty ? nil : ExactString(text))
  }

  private static func words(_ value: PropertyValue) -> String { value.raw?.string ?? "(absent)" }

  @Test("Comparisons and single texts have the same classes with and without a walk", arguments: [1, 2, 3] as [UInt64])
  func comparedTextsAreComplete(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let compared = Self.parts.filter { !$0.contains("*") }
    for _ in 0..<12 {
      let conditions = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (Bool.random(using: &random) ? "!" : "") + (compared.randomElement(using: &random) ?? "")
        }
        return ValueCondition(Filter(property: "x-value", text: chosen.joined(separator: ",")))
      }
      func met(_ text: String) -> [Bool] {
        conditions.map { $0.isMet(by: PropertyValue(text.isEmpty ? nil : ExactString(text))) }
      }
      var walked: Set<[Bool]> = []
      #expect(PropertyClasses.walk(conditions, on: "x-value") { walked.insert(met($0)) } == nil)
      let texts = try #require(ComparedTexts.all(of: conditions))
      #expect(Set(texts.map(met)) == walked, "\(conditions.map(\.key))")
    }
  }

  @Test("Each value is in exactly one class, whatever the filters are", arguments: [1, 2, 3, 4] as [UInt64])
  func classesCoverEverything(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let conditions = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.randomCondition(&random) }
      let classes = PropertyClasses(of: "x-value", for: conditions, usual: ["1.0", ""])
      #expect(classes.limit == nil)
      #expect(Set(classes.classes.map(\.met)).count == classes.classes.count)
      for _ in 0..<300 {
        let value = Self.randomValue(&random)
        let met = conditions.map { $0.isMet(by: value) }
        #expect(classes.classes.contains { $0.met == met }, "\(Self.words(value)) under \(conditions.map(\.key))")
      }
    }
  }

  @Test(
    "Names of systems, elements of lists and texts letter by letter have classes too", arguments: [1, 2, 3] as [UInt64])
  func otherPatterns(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let filters =
      ["macos", "windows", "ios", "a*b"].map { Filter(system: $0) } + [Filter(systemsBut: "macos")]
      + ["ab", "beta"].map { Filter(property: "x-value", listing: $0) }
      + ["A", "a", "a*b", " a"].map { Filter(property: "x-value", equalTo: $0, isExact: true) }
      + ["a*b", "<a"].map { Filter(property: "x-value", equalTo: $0, isExact: false) }
      + ["osx*", "''", "macos", "*a*"].map { Filter(property: "x-value", text: $0) }
    let words = ["osx", "macos", "mac", "-", "-x64", ",", "ab", "beta", "A", "a", " ", "windows", "ios", "*", "b", "x"]
    for _ in 0..<12 {
      let conditions = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        filters.randomElement(using: &random).map { ValueCondition($0) }
      }
      let classes = PropertyClasses(of: "x-value", for: conditions, usual: ["ios", ""])
      #expect(classes.limit == nil)
      for _ in 0..<300 {
        let text = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in words.randomElement(using: &random) }
          .joined()
        let value = PropertyValue(text.isEmpty ? nil : ExactString(text))
        let met = conditions.map { $0.isMet(by: value) }
        #expect(classes.classes.contains { $0.met == met }, "\(text.debugDescription) under \(conditions.map(\.key))")
      }
    }
  }

  @Test("The value of a class is in it", arguments: [5, 6] as [UInt64])
  func witnessIsInItsClass(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<5 {
      let conditions = (0..<3).map { _ in Self.randomCondition(&random) }
      let classes = PropertyClasses(of: "x-value", for: conditions, usual: [])
      for (index, own) in classes.classes.enumerated() {
        #expect(classes.index(of: own.value, for: conditions) == index)
        #expect(conditions.map { $0.isMet(by: own.value) } == own.met, "\(Self.words(own.value))")
      }
    }
  }

  @Test("Filters that leave no value have no class that meets them", arguments: ["<1,!*", "1.*,!<3,!>=3,!1.*"])
  func emptyFilter(_ text: String) {
    let condition = ValueCondition(Filter(property: "x-value", text: text))
    let classes = PropertyClasses(of: "x-value", for: [condition], usual: ["1.0"])
    #expect(!classes.classes.contains { $0.met == [true] })
  }

  @Test("A class between two wildcards and a bound is found, though no value stands in the filters")
  func narrowClass() {
    let conditions = ["1.*", "<1.10", ">1.9", "*-rc"].map { ValueCondition(Filter(property: "x-value", text: $0)) }
    let classes = PropertyClasses(of: "x-value", for: conditions, usual: [])
    let all = classes.classes.first { $0.met == [true, true, true, true] }
    #expect(all != nil)
    #expect(all.map { $0.value.version != nil } ?? false)
  }

  @Test("Languages are told apart as the texts are found", arguments: [7, 8] as [UInt64])
  func languages(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let keys = ["de", "en-US", "zh", "zh-TW", "zh-Hans", "zh-Hant-HK", "no", "he", "sr-Latn", "de-CH", "pt-BR"]
    let subtags = [
      "de", "en", "zh", "tw", "hk", "hans", "hant", "cn", "nb", "no", "iw", "x", "latn", "br", "419", "d", "zho",
    ]
    for _ in 0..<6 {
      let chosen = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in keys.randomElement(using: &random) }
      let entries = chosen.map { Descriptions.Entry(key: ExactString($0), texts: PromptTexts(message: "Text")) }
      let conditions = [
        ValueCondition(text: Descriptions(entries)),
        ValueCondition(Filter(property: .deviceLanguage, text: "de*,zh-hant*")),
      ]
      let classes = PropertyClasses(of: .deviceLanguage, for: conditions, usual: ["en-US"])
      #expect(classes.limit == nil)
      for _ in 0..<200 {
        let tag = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in subtags.randomElement(using: &random) }
        let value = PropertyValue(ExactString(tag.joined(separator: Bool.random(using: &random) ? "-" : "_")))
        let met = conditions.map { $0.isMet(by: value) }
        #expect(classes.classes.contains { $0.met == met }, "\(Self.words(value)) with \(chosen)")
      }
    }
  }
}

/// A subtraction of boxes leaves what it should, for devices drawn at random.
@Suite("Boxes of devices")
struct DeviceSpaceTests {
  private static let values: [ExactString: [String]] = [
    "x-a": ["1.0", "2.5", "3", "v2", ""], "x-b": ["ios", "android", "linux", ""], "x-c": ["a1", "b", "ab", "zz"],
  ]
  private static let filters: [ExactString: [String]] = [
    "x-a": ["<2", ">=2.5", "<>3", "''"], "x-b": ["ios", "!android", "*i*"], "x-c": ["a*", "*b", "!zz"],
  ]

  private static func randomTerms(_ random: inout SplitMix64) -> DeviceTerms {
    var terms = DeviceTerms()
    for (property, texts) in filters.sorted(by: { $0.key.string < $1.key.string }) where Bool.random(using: &random) {
      guard let text = texts.randomElement(using: &random) else { continue }
      terms.add(
        ValueCondition(Filter(property: property, text: text)), isWanted: Int.random(in: 0..<4, using: &random) > 0)
    }
    return terms
  }

  @Test(
    "Long texts need work for each byte, so that a short document does not keep a thread for long",
    arguments: [("a", 10_000), ("a*", 1_000)] as [(String, Int)])
  func longTexts(_ beginning: String, _ length: Int) {
    let long = beginning + String(repeating: "b", count: length)
    let conditions = [long, "z*"].map { ValueCondition(Filter(property: "x-value", text: $0)) }
    let limit = AnalysisWork(atMost: length * 20).bounding {
      PropertyClasses(of: "x-value", for: conditions, usual: []).limit
    }
    #expect(limit == "the answer takes more than \((length * 20).grouped) steps")
  }

  @Test("A value that is read as a language needs more work than a value that a filter compares")
  func languages() {
    let values = (0..<100).map { String(repeating: "a", count: 160) + "\($0)" }
    let texts = Descriptions([.init(key: "*", texts: PromptTexts(message: "-"))])
    let conditions = [ValueCondition(Filter(property: .deviceLanguage, text: "de")), ValueCondition(text: texts)]
    let limits = conditions.map { condition in
      AnalysisWork(atMost: 1_600).bounding {
        PropertyClasses(of: .deviceLanguage, for: [condition], usual: values).limit
      }
    }
    #expect(limits == [nil, "the answer takes more than 1,600 steps"])
  }

  private static func meets(_ device: [ExactString: PropertyValue], _ terms: DeviceTerms) -> Bool {
    terms.terms.allSatisfy { condition, isWanted in
      condition.isMet(by: device[condition.property] ?? PropertyValue(nil)) == isWanted
    }
  }

  @Test("What is left after a subtraction is what is in no box that was subtracted", arguments: [1, 2, 3] as [UInt64])
  func subtraction(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let own = Self.randomTerms(&random)
      let others = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.randomTerms(&random) }
      let space = DeviceSpace(([own] + others).flatMap { $0.terms.map(\.condition) }) { Self.values[$0] ?? [] }
      let box = space.box(own)
      let rest = try #require([box].compactMap(\.self).subtracting(others.compactMap { space.box($0) }))
      for _ in 0..<40 {
        let device = Self.values.compactMapValues { texts in
          texts.randomElement(using: &random).map { PropertyValue($0.isEmpty ? nil : ExactString($0)) }
        }
        let isLeft = Self.meets(device, own) && !others.contains { Self.meets(device, $0) }
        let boxes = rest.filter { box in
          space.properties.enumerated().allSatisfy { place, classes in
            space.index(of: device[classes.property] ?? PropertyValue(nil), at: place).map(box.sets[place].contains)
              ?? false
          }
        }
        #expect(boxes.count == (isLeft ? 1 : 0))
      }
    }
  }
}
