import Foundation
import Herald
import HeraldFetch
import Testing

/// Signature files beside documents.
@Suite("Signature files over HTTP")
struct SignatureTests {
  private static let wanted = FetchRequest(wantsSignature: true)

  /// Fetches from a server that gives one answer for the document and one for its signature.
  private func outcome(
    _ document: [TestServer.Step], _ signature: [TestServer.Step], _ request: FetchRequest = wanted,
    path: String = "/policy", over transport: TestTransport
  ) async throws -> FetchOutcome {
    try await TestServer.serving({ request in
      let isSigned = request.line.contains("/policy.minisig") && request.line.contains("?app") == path.contains("?app")
      return isSigned ? signature : document
    }) { server in
      await transport.source(server.url(path), options: .patient).fetch(request)
    }
  }

  @Test("A signature file beside a document is fetched where it is wanted", arguments: TestTransport.allCases)
  func signatureIsFetched(over transport: TestTransport) async throws {
    let signed = try await outcome(answer("200 OK", [], "{}"), answer("200 OK", [], "sig"), over: transport)
    #expect(signed == .document(text: "{}", Validators(), signature: "sig"))
    let plain = try await outcome(
      answer("200 OK", [], "{}"), answer("200 OK", [], "sig"), FetchRequest(), over: transport)
    #expect(plain == .document(text: "{}", Validators()))
  }

  @Test("A signature file's address keeps the document's query", arguments: TestTransport.allCases)
  func queryIsKept(over transport: TestTransport) async throws {
    let signed = try await outcome(
      answer("200 OK", [], "{}"), answer("200 OK", [], "sig"), path: "/policy?app=1", over: transport)
    #expect(signed == .document(text: "{}", Validators(), signature: "sig"))
  }

  @Test(
    "A server without a signature file gives none, and trouble with it fails the fetch of a document",
    arguments: TestTransport.allCases)
  func missingSignature(over transport: TestTransport) async throws {
    let document = answer("200 OK", [], "{}")
    for status in ["404 Not Found", "410 Gone", "403 Forbidden"] {
      #expect(try await outcome(document, answer(status), over: transport) == .document(text: "{}", Validators()))
    }
    #expect(try await outcome(document, answer("503 Unavailable"), over: transport).failure?.status == 503)
    let large = String(repeating: " ", count: FetchRequest.signatureSizeLimit + 1)
    let tooLarge = try await outcome(document, answer("200 OK", [], large), over: transport)
    #expect(tooLarge == .document(text: "{}", Validators()))
  }

  @Test("A 304 brings a signature file, and stays a 304 without one", arguments: TestTransport.allCases)
  func notModifiedMayBringASignature(over transport: TestTransport) async throws {
    let known = Validators(etag: "\"a\"")
    let request = FetchRequest(validators: known, wantsSignature: true)
    let document = answer("304 Not Modified")
    let renewed = try await outcome(document, answer("200 OK", [], "sig"), request, over: transport)
    #expect(renewed == .notModified(known, signature: "sig"))
    let plain = try await outcome(document, answer("503 Unavailable"), request, over: transport)
    #expect(plain == .notModified(known))
  }

  @Test("A signature in a header takes the place of the file", arguments: TestTransport.allCases)
  func headerTakesTheFilesPlace(over transport: TestTransport) async throws {
    let header = "Herald-Signature: \(Data("from the header\n".utf8).base64EncodedString())"
    let signed = try await outcome(answer("200 OK", [header], "{}"), answer("200 OK", [], "file"), over: transport)
    #expect(signed == .document(text: "{}", Validators(), signature: "from the header\n"))
    let broken = try await outcome(
      answer("200 OK", ["Herald-Signature: ?"], "{}"), answer("200 OK", [], "file"), over: transport)
    #expect(broken == .document(text: "{}", Validators(), signature: "file"))
  }

  @Test("A file source reads the signature file beside the document where it is wanted")
  func fileSourceReadsTheSignature() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "herald-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "policy.json")
    try Data("{}".utf8).write(to: file)
    #expect(await FileSource(file.path).fetch(Self.wanted) == .document(text: "{}", Validators()))
    try Data("sig".utf8).write(to: folder.appending(path: "policy.json.minisig"))
    #expect(await FileSource(file.path).fetch(Self.wanted) == .document(text: "{}", Validators(), signature: "sig"))
    #expect(await FileSource(file.path).fetch(FetchRequest()) == .document(text: "{}", Validators()))
  }
}
