import Foundation
import Herald
import HeraldFetch
import Testing

@Suite("File sources")
struct FileSourceTests {
  private func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "herald-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }

  private func outcome(of location: String) async -> FetchOutcome { await FileSource(location).fetch(FetchRequest()) }

  @Test("A file source finds a file by its path and by its URL, and names it by its URL")
  func fileIsFoundByPathAndURL() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "a policy é%20.json")
      try Data("{}".utf8).write(to: file)
      for location in [file.path, file.absoluteString, "FILE://localhost" + file.absoluteString.dropFirst(7)] {
        #expect(await outcome(of: location) == .document(text: "{}", Validators()))
      }
      #expect(FileSource(file.path).url == file.absoluteString)
      #expect(FileSource(file.absoluteString).url == file.absoluteString)
      #expect(
        file.absoluteString.hasSuffix("a%20policy%20e%CC%81%2520.json")
          || file.absoluteString.hasSuffix("a%20policy%20%C3%A9%2520.json"))
    }
  }

  @Test("A file source names a relative path by where it leads")
  func relativePathIsResolved() {
    let url = FileSource("policy.json").url
    #expect(url.hasPrefix("file:///"))
    #expect(url.hasSuffix("/policy.json"))
  }

  @Test("A file source reads the file each time, in UTF-8 and UTF-16, up to exactly the limit")
  func fileIsReadAfreshUpToTheLimit() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "policy.json")
      let source = FileSource(file.path)
      let largest = [UInt8](repeating: 32, count: Document.sizeLimit)
      for (bytes, text) in [
        (Array("{}".utf8), "{}"), ([], ""), ([0xFE, 0xFF, 0, 0x7B], "{"), ([0xEF, 0xBB, 0xBF, 0x7B], "\u{FEFF}{"),
        (largest, String(decoding: largest, as: UTF8.self)),
      ] {
        try Data(bytes).write(to: file)
        #expect(await source.fetch(FetchRequest()) == .document(text: text, Validators()))
      }
      for (bytes, summary) in [
        (largest + [32], "tooLarge bodyTooLarge"), ([0x7B, 0xFF], "notText notText"),
        ([0xFE, 0xFF, 0], "notText notText"),
      ] {
        try Data(bytes).write(to: file)
        #expect(await source.fetch(FetchRequest()).summary == summary)
      }
    }
  }

  @Test("A source reads as many bytes as the request allows, and no more")
  func requestLimitsTheSize() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "page.html")
      try Data([UInt8](repeating: 32, count: Document.sizeLimit + 1)).write(to: file)
      let source = FileSource(file.path)
      let page = await source.fetch(FetchRequest(sizeLimit: Document.largestSizeLimit))
      #expect(page.summary == "document")
      #expect(await source.fetch(FetchRequest(sizeLimit: 7)).summary == "tooLarge bodyTooLarge")
    }
  }

  @Test("UTF-16 that exceeds the limit once it is UTF-8 is too large")
  func growingUTF16IsTooLarge() async throws {
    try await inFolder { folder in
      let file = folder.appending(path: "policy.json")
      let units = [UInt8](repeating: 0x7C, count: Document.sizeLimit - 2)
      try Data([0xFE, 0xFF] + units).write(to: file)
      #expect(await outcome(of: file.path).summary == "tooLarge bodyTooLarge")
    }
  }

  @Test("A file source reports a path that has no regular file")
  func missingFileIsReported() async throws {
    try await inFolder { folder in
      for (location, summary) in [
        (folder.appending(path: "missing.json").path, "missing missingFile"),
        (folder.path, "unreadable directory"), (folder.path + "/", "unreadable directory"),
        (folder.absoluteString, "unreadable directory"),
        ("", "invalidUrl invalidUrl"), ("file:", "invalidUrl invalidUrl"),
        ("file:policy.json", "invalidUrl invalidUrl"),
        ("file://elsewhere/policy.json", "invalidUrl invalidUrl"), ("file:///a%00b", "invalidUrl invalidUrl"),
        ("a\u{0}b", "invalidUrl invalidUrl"), (String(repeating: "a", count: 5000), "unreadable unreadableFile"),
      ] {
        let outcome = await outcome(of: location)
        #expect(outcome.summary == summary, "\(location)")
        let diagnostic = try #require(outcome.failure?.diagnostic)
        #expect(!diagnostic.what.isEmpty)
        #expect(!diagnostic.why.isEmpty)
        #expect(!diagnostic.fix.isEmpty)
      }
    }
  }

  @Test("A file without an end is too large")
  func endlessFileIsTooLarge() async {
    #expect(await outcome(of: "/dev/zero").summary == "tooLarge bodyTooLarge")
  }
}
