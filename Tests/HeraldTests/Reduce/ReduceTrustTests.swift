import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Documents that an app verifies")
struct TrustReduceTests {
  private static let key = TestKey(1)
  private static let other = TestKey(2)

  private func document(_ revision: Int? = nil, package: String = "a", id: Int = 1) -> String {
    let number = revision.map { #","revision":\#($0)"# } ?? ""
    return #"{"packageName":"\#(package)"\#(number),"messages":[{"id":\#(id),"descriptions":{"*":"text"}}]}"#
  }

  private func stream(threshold: Int = 1, isRequired: Bool = true, keys: [TestKey] = [key]) throws -> Stream {
    var stream = Stream()
    let trust = try Trust(keys: keys.map(\.publicKey), threshold: threshold, isRequired: isRequired)
    stream.append(.appLaunched(AppLaunched(profile: Profile([("appPackageName", "a")]), trust: trust)))
    return stream
  }

  /// The expiry that lies some milliseconds after the stream's clock.
  private func expires(_ stream: Stream, in milliseconds: Int64) -> String {
    "expires:\(stream.now.later(by: milliseconds).moment)"
  }

  private func notModified(_ signature: ExactString? = nil) -> EventData {
    .fetchSucceeded(
      FetchSucceeded(trigger: .launch, url: "u", format: "herald", status: 304, signature: signature))
  }

  @Test("A document that the publisher signed comes into force, with the key and the promises")
  func signedDocumentIsAccepted() throws {
    var stream = try stream()
    stream.append(.fetched(document(), signature: Self.key.file(document(), "package:a revision:4")))
    #expect(stream.state.refused == nil)
    #expect(stream.state.policy?.revision == 4)
    #expect(stream.state.policy?.signature?.keys == [Self.key.publicKey])
    #expect(stream.state.policy?.signature?.promises == SignedPromises(packageName: "a", revision: 4))
  }

  @Test("A document without a signature file is refused where one is required, and accepted otherwise")
  func unsignedDocument() throws {
    for text in [nil, "", "404 not found"] as [ExactString?] {
      var strict = try stream()
      strict.append(.fetched(document(), signature: text))
      #expect(strict.state.refused?.reason == .unsigned)
      var lenient = try stream(isRequired: false)
      lenient.append(.fetched(document(), signature: text))
      #expect(lenient.state.refused == nil)
      #expect(lenient.state.policy?.signature == nil)
    }
  }

  @Test(
    "What is wrong with a signature is named, even where none is required", arguments: [true, false])
  func wrongSignatures(isRequired: Bool) throws {
    let (text, expired) = (document(7), Self.key.file(document(7), "expires:2020-01-01T00:00:00Z"))
    let files: [(ExactString, RefusalReason)] = [
      (Self.key.file(document(8), ""), .badSignature), (Self.other.file(text, ""), .unknownKey),
      (Self.key.file(text, "package:b"), .metadataMismatch), (Self.key.file(text, "revision:8"), .metadataMismatch),
      (expired, .expired),
    ]
    for (file, reason) in files {
      var stream = try stream(isRequired: isRequired)
      stream.append(.fetched(text, signature: file))
      #expect(stream.state.refused?.reason == reason)
      #expect(stream.state.policy == nil)
    }
  }

  @Test("Signatures are judged before the document is read, format and size before the signatures")
  func orderOfRefusals() throws {
    var stream = try stream()
    stream.append(.fetched("{", signature: Self.other.file("{", "")))
    #expect(stream.state.refused?.reason == .unknownKey)
    stream.append(.fetched("{", signature: Self.key.file("{", "")))
    #expect(stream.state.refused?.reason == .invalidJSON)
    stream.append(.fetched("{", format: "nosuch"))
    #expect(stream.state.refused?.reason == .unknownFormat)
    stream.append(.fetched(String(repeating: " ", count: Document.sizeLimit + 1)))
    #expect(stream.state.refused?.reason == .tooLarge)
  }

  @Test("A threshold counts different keys, and their comments have to be the same")
  func threshold() throws {
    let text = document()
    func file(_ signatures: DetachedSignature...) -> ExactString {
      ExactString(SignatureFile(signatures).text(naming: "x"))
    }
    let (a, b) = (Self.key.signature(of: text, "x"), Self.other.signature(of: text, "x"))
    for (file, reason) in [
      (file(a), .badSignature), (file(a, a), .badSignature), (file(a, b), nil),
      (file(a, Self.other.signature(of: text, "y")), .metadataMismatch),
      (file(a, b, TestKey(3).signature(of: text, "z")), nil),
    ] as [(ExactString, RefusalReason?)] {
      var stream = try stream(threshold: 2, keys: [Self.key, Self.other])
      stream.append(.fetched(text, signature: file))
      #expect(stream.state.refused?.reason == reason)
    }
  }

  @Test("A signed revision gives every format an order, and one that a document has is kept")
  func signedRevisionsAscend() throws {
    var stream = try stream()
    let lookup = #"{"results":[{"version":"2.0","trackId":1}]}"#
    for (format, first, second) in [("herald", document(), document(id: 2)), ("itunes", lookup, lookup + " ")] {
      stream.append(.fetched(first, format: ExactString(format), signature: Self.key.file(first, "revision:4")))
      #expect(stream.state.policy?.revision == 4)
      stream.append(.fetched(second, format: ExactString(format), signature: Self.key.file(second, "revision:3")))
      #expect(stream.state.refused?.reason == .rollback)
      stream.append(.fetched(second, format: ExactString(format), signature: Self.key.file(second, "revision:5")))
      #expect(stream.state.refused == nil)
    }
  }

  @Test("Two documents under one revision are an equivocation, the same document again is none")
  func equivocation() throws {
    var stream = try stream()
    stream.append(.fetched(document(7), signature: Self.key.file(document(7), "")))
    stream.append(.fetched(document(7, id: 2), signature: Self.key.file(document(7, id: 2), "")))
    #expect(stream.state.refused?.reason == .equivocation)
    stream.append(.fetched(document(7), signature: Self.key.file(document(7), "")))
    #expect(stream.state.refused == nil)
    stream.append(.fetched(document(7, package: "b"), signature: Self.key.file(document(7, package: "b"), "")))
    #expect(stream.state.refused?.reason == .otherPackage)
  }

  @Test("A 304 renews the document in force by another signature of it, and by nothing else")
  func renewal() throws {
    var stream = try stream()
    let text = document(7)
    stream.append(.fetched(text, signature: Self.key.file(text, expires(stream, in: 1000))))
    let first = stream.state.expires
    for file in [
      nil, "x", Self.key.file(document(8), expires(stream, in: 5000)), Self.other.file(text, expires(stream, in: 5000)),
      Self.key.file(text, "revision:9 " + expires(stream, in: 5000)), Self.key.file(text, expires(stream, in: -1)),
    ] as [ExactString?] {
      stream.append(notModified(file))
      #expect(stream.state.expires == first)
      #expect(stream.state.policy?.signature?.isRenewed == false)
    }
    stream.append(notModified(Self.key.file(text, expires(stream, in: 5000))))
    #expect(stream.state.expires == stream.now.later(by: 5000).moment)
    #expect(stream.state.policy?.signature?.isRenewed == true)
  }

  @Test("The reason why a 304 renews nothing is known", arguments: RenewalFault.allCases)
  func renewalFaults(fault: RenewalFault) throws {
    var stream = try stream()
    let text = document()
    if fault != .noPolicy { stream.append(.fetched(text, signature: Self.key.file(text, "revision:4"))) }
    let file: ExactString =
      switch fault {
      case .notASignature: "x"
      case .noPolicy: Self.key.file(text, "")
      case .otherDocument: Self.key.file(text + " ", "")
      case .metadataMismatch: Self.key.file(text, "package:b")
      case .expired: Self.key.file(text, "expires:2020-01-01T00:00:00Z")
      case .rollback: Self.key.file(text, "revision:3")
      }
    guard case .fetchSucceeded(let fetch) = notModified(file) else { return }
    let trust = try #require(stream.state.trust)
    #expect(RenewalFault(fetch, trusting: trust, in: stream.state, at: stream.now.moment) == fault)
  }

  @Test("A snapshot keeps trust, and who signed the policy until when")
  func snapshotKeepsTheSignature() throws {
    var stream = try stream()
    let text = document()
    stream.append(
      .fetched(text, signature: Self.key.file(text, "package:a revision:4 " + expires(stream, in: 5000))))
    stream.append(notModified(Self.key.file(text, "package:a revision:5 " + expires(stream, in: 6000))))
    let state = stream.state
    let read = Formats.read(Document(text: text, format: "herald", url: state.policy?.url))
    let plain = try #require(read.policy)
    let again = try #require(InstallationState(snapshot: state.snapshot) { $0 == plain.name ? plain : nil })
    #expect(again == state)
    #expect(again.trust != nil)
    #expect(again.policy?.revision == 5)
    #expect(again.snapshot == state.snapshot)
  }

  @Test("A launch without trust verifies nothing, and nothing expires")
  func trustEndsWithALaunchWithoutIt() throws {
    var stream = try stream()
    let text = document()
    stream.append(.fetched(text, signature: Self.key.file(text, expires(stream, in: 1000))))
    stream.append(.launched(["appPackageName": "a"]))
    #expect(stream.state.expires == nil)
    stream.append(.fetched(document(1)))
    #expect(stream.state.refused == nil)
  }
}

extension ReadDocument {
  fileprivate var policy: Policy? {
    if case .accepted(let policy) = reading { policy } else { nil }
  }
}
