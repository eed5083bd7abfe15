import Herald
import HeraldFormats
import HeraldRuntime
import Testing

@Suite("A format of an app's own")
struct OwnFormatTests {
  private static let formats = FormatRegistry.standard.adding(
    OwnFormat("motd", sizeLimit: 40) { document in
      guard !document.text.isEmpty else { return ReadDocument(refused: .invalidDocument, []) }
      let rule = Rule(
        id: "message:1", kind: .message,
        descriptions: Descriptions(inAllLanguages: PromptTexts(message: document.text)),
        destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil))
      return ReadDocument(Policy(of: document, rules: [rule]))
    })

  @Test("An installation shows what a registered format says, also after its ledger is opened again")
  func ownFormatIsShown() async throws {
    let phone = try TestPhone()
    phone.publisher.publish("Closed on Friday")
    var app = phone.installation(format: "motd", formats: Self.formats)
    #expect(await app.launched(properties: TestPhone.old).showing?.prompt.message == "Closed on Friday")
    try await app.close()
    app = phone.installation(format: "motd", formats: Self.formats)
    #expect(try await app.open() == "/i/1")
    #expect(await app.state.policy?.rules.map(\.id) == ["message:1"])
  }

  @Test("A document of a format that is not registered is refused")
  func unknownFormatIsRefused() async throws {
    let phone = try TestPhone()
    phone.publisher.publish("Closed on Friday")
    let app = phone.installation(format: "motd")
    #expect(await app.launched(properties: TestPhone.old).failure?.reason == "unknownFormat")
  }

  @Test("A registered format refuses documents as it says, and those over its limit")
  func ownFormatRefuses() {
    func refusal(_ text: String) -> RefusalReason? {
      guard case .refused(let reason) = Self.formats.reading(Document(text: text, format: "motd")) else { return nil }
      return reason
    }
    #expect(refusal("") == .invalidDocument)
    #expect(refusal(String(repeating: "a", count: 40)) == nil)
    #expect(refusal(String(repeating: "a", count: 41)) == .tooLarge)
    #expect(Self.formats.sizeLimit(of: "motd") == 40)
  }

  @Test("A name of Herald's formats keeps its meaning where an app registers it again")
  func heraldsNamesStay() {
    let formats = FormatRegistry.standard.adding(OwnFormat("herald") { _ in ReadDocument(refused: .invalidJSON, []) })
    guard case .accepted = formats.reading(Document(text: Publisher.document(), format: "herald")) else {
      Issue.record("the document was refused")
      return
    }
  }
}
