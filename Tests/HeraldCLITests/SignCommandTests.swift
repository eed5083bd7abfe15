import Foundation
import Testing

@Suite("herald key, sign and verify")
struct SignCommandTests {
  private static let policy = #"""
    {"packageName":"com.example.shop","revision":7,"updates":[
      {"id":1,"forceExit":true,"descriptions":{"*":{"message":"Gone."}}}]}
    """#
  private static let now = "2026-03-02T08:00:00Z"

  /// A folder with a key and a policy.
  private struct Folder {
    private let scratch: Scratch
    let policy: String
    let key: String

    init(_ text: String = SignCommandTests.policy) throws {
      scratch = try Scratch()
      policy = try scratch.write(text, to: "policy.json")
      key = policy.replacing("policy.json", with: "publisher")
      try #require(try Herald.run("key", "new", "-o", key).status == 0)
    }

    func sign(_ more: String...) throws -> Herald.Run {
      try Herald.run(["sign", policy, "--key", "\(key).key", "--at", SignCommandTests.now] + more)
    }

    func verify(_ more: String..., at time: String = SignCommandTests.now) throws -> Herald.Run {
      try Herald.run(["verify", policy, "--key", "\(key).pub", "--at", time, "--format", "json"] + more)
    }
  }

  @Test("A policy that was signed verifies until it expires, with the document's package and revision")
  func signedPolicyVerifies() throws {
    let folder = try Folder()
    #expect(try folder.sign("--expires", "60d").status == 0)
    let verified = try folder.verify()
    #expect(verified.status == 0)
    #expect(
      verified.output.contains(#""package":"com.example.shop","revision":7,"expires":"2026-05-01T08:00:00.000Z""#))
    #expect(try folder.verify(at: "2026-05-01T08:00:00Z").status == 0)
    let late = try folder.verify(at: "2026-05-01T08:00:00.001Z")
    #expect(late.status == 3)
    #expect(late.output.contains(#""refused":"expired""#))
  }

  @Test("A policy that was never signed is refused, and how to sign it is said")
  func unsignedPolicyIsRefused() throws {
    let folder = try Folder()
    let verified = try folder.verify()
    #expect(verified.status == 3)
    #expect(verified.output.contains(#""refused":"unsigned""#))
    let words = try Herald.run("verify", folder.policy, "--key", "\(folder.key).pub", "--format", "human")
    #expect(words.status == 3)
    #expect(words.codes == ["unsigned"])
    #expect(words.errors.contains("has no signature"))
    #expect(words.errors.contains("herald sign \(folder.policy) --key NAME.key"))
    let named = try folder.verify("--signature", "\(folder.policy).nowhere")
    #expect(named.status == 1)
    #expect(named.codes == ["cannotOpen"])
  }

  @Test("A policy that was changed after signing does not verify")
  func changedPolicyIsRefused() throws {
    let folder = try Folder()
    #expect(try folder.sign().status == 0)
    try Data(Self.policy.replacing("Gone", with: "Done").utf8).write(to: URL(fileURLWithPath: folder.policy))
    let verified = try folder.verify()
    #expect(verified.status == 3)
    #expect(verified.output.contains(#""refused":"badSignature""#))
  }

  @Test("A secret key is readable for its owner alone, and never written over")
  func secretKeyIsProtected() throws {
    let folder = try Folder()
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.key).key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try Herald.run("key", "new", "-o", folder.key)
    #expect(again.status == 1)
    #expect(again.codes == ["keyExists"])
  }

  @Test("A document that lint refuses, or that promises contradict, is not signed")
  func brokenPolicyIsNotSigned() throws {
    let broken = try Folder("{")
    #expect(try broken.sign().status == 3)
    #expect(!FileManager.default.fileExists(atPath: "\(broken.policy).minisig"))
    let folder = try Folder()
    let other = try folder.sign("--revision", "8")
    #expect(other.status == 3)
    #expect(other.codes.contains("otherPromise"))
  }

  @Test("A second signer adds a signature with the same promises, and a threshold of two is met")
  func secondSignerAdds() throws {
    let folder = try Folder()
    let second = folder.key + "2"
    #expect(try Herald.run("key", "new", "-o", second).status == 0)
    #expect(try folder.sign("--expires", "30d").status == 0)
    let both = ["--key", "\(second).pub", "--threshold", "2"]
    #expect(try folder.verify(both[0], both[1], both[2], both[3]).output.contains(#""refused":"badSignature""#))
    #expect(try Herald.run("sign", folder.policy, "--key", "\(second).key", "--add").status == 0)
    #expect(try folder.verify(both[0], both[1], both[2], both[3]).status == 0)
  }

  @Test("A file in the place of a key is refused by name", arguments: ["verify", "sign", "lint"])
  func otherFilesAreNoKeys(command: String) throws {
    let folder = try Folder()
    #expect(try folder.sign().status == 0)
    let run = try Herald.run(command, folder.policy, "--key", folder.policy)
    #expect(run.status == 3)
    #expect(run.codes == [command == "sign" ? "noSecretKey" : "noPublicKey"])
  }

  @Test("Lint looks at the signature beside a document, and at a secret key there")
  func lintLooksAtSignatures() throws {
    let folder = try Folder()
    func codes(_ more: String...) throws -> [String] {
      let run = try Herald.run(["lint", folder.policy, "--at", Self.now, "--format", "json"] + more)
      return ["unsigned", "noExpiry", "farExpiry", "exitByOneKey", "secretKeyBeside", "notASignatureFile"].filter {
        run.output.contains(#""code":"\#($0)""#)
      }
    }
    let key = ["--key", "\(folder.key).pub"]
    #expect(try codes() == ["secretKeyBeside"])
    #expect(try codes(key[0], key[1]) == ["unsigned", "exitByOneKey", "secretKeyBeside"])
    _ = try folder.sign()
    #expect(try codes() == ["noExpiry", "secretKeyBeside"])
    _ = try folder.sign("--expires", "91d")
    #expect(try codes(key[0], key[1]) == ["farExpiry", "exitByOneKey", "secretKeyBeside"])
    _ = try folder.sign("--expires", "90d")
    #expect(try codes() == ["secretKeyBeside"])
    try Data("404".utf8).write(to: URL(fileURLWithPath: "\(folder.policy).minisig"))
    #expect(try codes() == ["secretKeyBeside", "notASignatureFile"])
  }

  @Test("A check with a key takes a signed policy alone, and one without a key any")
  func checkVerifies() throws {
    let folder = try Folder()
    func check(_ more: String...) throws -> Herald.Run {
      let device = ["--property", "appPackageName=com.example.shop", "--time", Self.now]
      return try Herald.run(["check", "--policy", folder.policy, "--format", "json"] + device + more)
    }
    #expect(try check().output.contains(#""reason":"shown""#))
    let unsigned = try check("--key", "\(folder.key).pub")
    #expect(unsigned.status == 3)
    #expect(unsigned.codes.contains("unsigned"))
    _ = try folder.sign()
    #expect(try check("--key", "\(folder.key).pub").output.contains(#""reason":"shown""#))
  }

  @Test("why tells of refused and expired policies, and audit counts decisions under them")
  func answersTellOfTrust() throws {
    let log = "Events/trust/kept-back-until-it-expired/log.jsonl"
    let why = try Herald.run("why", log, "--revision", "10", "--format", "human")
    #expect(why.output.contains("Revision 8 was refused as `expired`"))
    #expect(
      why.output.contains(
        "Nothing newer was accepted since 1 May; the policy in force expired on 20 May, so optional updates and"
      ))
    let audit = try Herald.run("audit", log, "--format", "json")
    #expect(audit.output.contains(#""trust":{"decisions":6,"unsigned":0,"expired":4,"renewed":0}"#))
    let optional = try Herald.run(
      "why", "Events/trust/optional-trust/log.jsonl", "--revision", "11", "--format", "human")
    #expect(optional.output.contains("The policy in force is unsigned: what came as its signature cannot be read"))
  }

  @Test(
    "why tells who signed a document that was refused, and which one was accepted before",
    arguments: [
      ("an-old-one-again", "Revision 6 was refused as `rollback`: signed by key RWQYD9Ry…, but revision 7 was"),
      ("two-of-one-revision", "`equivocation`: signed by key RWQYD9Ry…, but another document of it was accepted"),
      ("unsigned", "Revision 8 was refused as `unsigned`: no signature came with it."),
      ("signed-by-a-stranger", "refused as `unknownKey`: no signature is by key RWQYD9Ry…."),
    ])
  func whyTellsOfRefusals(name: String, sentence: String) throws {
    let log = "Events/trust/\(name)/log.jsonl"
    let why = try Herald.run("why", log, "--source", "00", "--revision", "5", "--format", "human")
    #expect(why.output.contains(sentence))
  }
}
