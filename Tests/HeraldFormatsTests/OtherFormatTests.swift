import Herald
import HeraldFormats
import Testing

@Suite("A document that is read as another format")
struct OtherFormatTests {
  /// A document of each format.
  static let samples: [(format: ExactString, text: String)] = [
    ("herald", #"{"packageName":"a","updates":[]}"#), ("ssvc", #"{"SSVCLatestVersionNumber":1}"#),
    ("sunstripe", #"{"result":"successed","code":2000,"version_info":{}}"#),
    ("login", #"{"hasNewVersion":"1","needUpgrade":"0"}"#), ("table", #"{"versions":[{"version":"1.0"}]}"#),
    ("segments", #"{"version":"1.0","downloadUrl":"https://h"}"#),
    ("itunes", #"{"resultCount":1,"results":[{"version":"1.0","trackId":1}]}"#),
    ("storepage", "<!DOCTYPE html><p>Version 1.0</p>"), ("umeng", #"{"update":"Yes","version":"1.0"}"#),
    ("princeofversions", #"{"android2":[{"required_version":1}]}"#),
    (
      "appcast",
      #"<rss xmlns:s="http://www.andymatuschak.org/xml-namespaces/sparkle"><channel><item><s:version>2</s:version></item></channel></rss>"#
    ),
    ("appupdater", #"{"latestVersion":"1.1.4","latestVersionCode":6}"#),
    ("appupdate", #"{"update":"Yes","new_version":"1.0"}"#),
  ]

  @Test("Every format has a sample document, which is read without findings")
  func everySampleIsReadWithoutFindings() {
    #expect(Self.samples.map(\.format) == Formats.all.compactMap { $0.names.first.map { ExactString($0) } })
    for sample in Self.samples {
      let document = read(sample.text, as: sample.format, storeURL: "https://store.example.com/")
      #expect(document.refusal == nil, "\(sample.format)")
      #expect(document.codes.isEmpty, "\(sample.format)")
    }
  }

  @Test(
    "A document that is read as another format gets a finding with the format that it looks like",
    arguments: samples.map(\.format))
  func likelyFormatIsNamed(format: ExactString) throws {
    for sample in Self.samples where sample.format != format {
      let document = read(sample.text, as: format, storeURL: "https://store.example.com/")
      let last = try #require(document.diagnostics.last, "\(sample.format) as \(format)")
      #expect(last.fix.hasSuffix("it looks like `\(sample.format)`"), "\(sample.format) as \(format)")
      #expect((document.refusal == nil) == (last.code.name == "otherFormat"))
      #expect(document.diagnostics.allSatisfy(isComplete))
    }
  }

  @Test(
    "A document of another system is no format's, and none is suggested that would refuse it (DuckDuckGo)",
    arguments: ["herald", "table", "ssvc"])
  func otherSystemsDocument(format: ExactString) throws {
    let text =
      #"{"version":5,"messages":[{"id":"a","content":{"titleText":"T"},"matchingRules":[1]}],"rules":[{"id":1}]}"#
    let document = read(text, as: format, storeURL: "https://store.example.com/")
    #expect(document.refusal != nil)
    let last = try #require(document.diagnostics.last { $0.severity == .error })
    #expect(last.fix.contains("no format that Herald reads has such a document (`messages`, `rules`, `version`)"))
    #expect(!document.diagnostics.contains { $0.fix.contains("looks like") })
  }

  @Test("A document that looks like its own format, or like none, gets no other format suggested")
  func noLikelyFormatIsNamed() {
    for (text, format) in [
      ("{}", "herald"), ("[]", "itunes"), (#"{"result":"no","code":1}"#, "sunstripe"), ("{", "ssvc"),
    ] {
      let document = read(text, format: ExactString(format))
      #expect(document.refusal != nil)
      #expect(!document.diagnostics.contains { $0.fix.contains("looks like") })
    }
    #expect(read(#"{"hasNewVersion":0}"#, as: "login", storeURL: nil).codes.isEmpty)
  }

  @Test(
    "A web page in place of JSON is refused with the reason that it begins as HTML",
    arguments: samples.map(\.format).filter { !["storepage", "appcast"].contains($0) })
  func webPageIsRecognized(format: ExactString) throws {
    let last = try #require(read("\n<html><title>Sign in</title>", format: format).diagnostics.last)
    #expect(last.code.name == "invalidJSON")
    #expect(last.why == "it begins as a page of HTML does")
    #expect(isComplete(last))
  }

  @Test(
    "XML in place of JSON is called by its name, and not a page of HTML (Alpha-shopping, KNers)",
    arguments: [
      ("<AppUpdater><update><latestVersion>1.1</latestVersion></update></AppUpdater>", "appupdater", "own XML"),
      ("<?xml version=\"1.0\"?>\n<!-- a --><AppUpdater/>", "herald", "own XML"),
      ("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel/></rss>", "appupdater", "a feed (RSS)"),
      ("<plist version=\"1.0\"/>", "herald", "`plist`"),
    ] as [(String, ExactString, String)])
  func xmlIsNoPage(text: String, format: ExactString, word: String) throws {
    let last = try #require(read(text, format: format).diagnostics.last)
    #expect(last.code.name == "invalidJSON")
    #expect(last.why.contains(word))
    #expect(!last.why.contains("HTML") && !last.fix.contains("sign-in"))
    #expect(isComplete(last))
  }

  @Test("Lint finds nothing in the sample documents of other formats", arguments: samples.dropFirst().map(\.format))
  func lintChecksOnlyHeraldsFormat(format: ExactString) throws {
    let sample = try #require(Self.samples.first { $0.format == format })
    let document = Document(
      text: sample.text, format: format, url: "https://policy.example.com/", storeURL: "https://store.example.com/")
    #expect(Lint.findings(in: document, at: Timestamp(milliseconds: 0)).isEmpty)
  }

  @Test(
    "Every JSON format is read as strictly as Herald's own",
    arguments: samples.map(\.format).filter { !["storepage", "appcast"].contains($0) })
  func everyJSONFormatIsStrict(format: ExactString) throws {
    let sample = try #require(Self.samples.first { $0.format == format }).text
    let tail = sample.dropFirst()
    #expect(read(#"{"a":1,"a":2,"# + tail, format: format).refusal == .invalidJSON)
    #expect(read(#"{"a":"\ud800","# + tail, format: format).refusal == .invalidJSON)
    #expect(read("// no\n" + sample, format: format).refusal == .invalidJSON)
    #expect(read(sample + " x", format: format).refusal == .invalidJSON)
    #expect(read("7", format: format).refusal == .invalidDocument)
    let lenient = read("\u{FEFF}" + sample.dropLast() + ",}", as: format, storeURL: "https://store.example.com/")
    #expect(lenient.refusal == nil)
    #expect(lenient.codes == ["byteOrderMark", "trailingComma"])
    let large = String(repeating: " ", count: Document.sizeLimit) + sample
    #expect(read(large, format: format).refusal == .tooLarge)
  }

  @Test(
    "A key that is probably misspelt gets the one that is meant, and a service's own key is not mentioned",
    arguments: [
      ("umeng", #"{"update":"Yes","verson":"2","version2":1}"#, ["invalidVersion"]),
      ("appupdate", #"{"update":"Yes","new_version":"2","constrain":true,"md5":"x"}"#, []),
      ("appupdater", #"{"latestVersion":"2","LatestVersionCode":7,"channel":"x"}"#, []),
      ("princeofversions", #"{"ios2":[{"requiredversion":"2","note":"x"}],"Meta":{}}"#, []),
    ] as [(ExactString, String, [String])])
  func misspeltKeyIsFound(format: ExactString, text: String, others: [String]) {
    let document = read(text, as: format, storeURL: "https://store.example.com/")
    let misspelt = document.diagnostics.filter { $0.code.name == "unknownKey" }
    #expect(!misspelt.isEmpty)
    #expect(misspelt.allSatisfy { $0.fix.hasPrefix("did you mean") })
    #expect(document.codes.filter { $0 != "unknownKey" } == others)
  }
}
