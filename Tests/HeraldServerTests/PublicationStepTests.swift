import GRDB
import HTTPTypes
import Herald
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("The steps of a publication")
struct PublicationStepTests {
  private static let path = PolicyRouteTests.path

  private static func document(_ revision: Int) -> String {
    #"{"packageName":"\#(TestedServer.app)","revision":\#(revision),"updates":[]}"#
  }

  private static func put(_ server: TestedServer, _ revision: Int, replacing tag: String?) async throws
    -> TestedServer.Answer
  {
    try await server.request(
      .put, path, Array(document(revision).utf8), headers: tag.map { ["If-Match": $0] } ?? [:])
  }

  /// A server with a policy of revision 1.
  private static func published(_ body: @Sendable (TestedServer, _ tag: String) async throws -> Void) async throws {
    try await TestedServer.run { server in
      let first = try await put(server, 1, replacing: nil)
      #expect(first.status == 201, "\(first.text)")
      try await body(server, try #require(first.headers[.eTag]))
    }
  }

  /// The entries of the journal about policies: step and number.
  static func entries(_ server: TestedServer) throws -> [String] {
    var found: [String] = []
    try LedgerReader(path: server.ledger, reading: Formats.reading).journal { line in
      let entry = try JSONNode.read(line).node
      guard let type = entry[name: "type"]?.string, type.hasPrefix("policy.") else { return }
      let isRepair = entry[name: "data"]?[name: "repaired"] != nil
      found.append("\(type.dropFirst(7)) \(entry[name: "data"]?[name: "number"]?.line ?? "")\(isRepair ? " late" : "")")
    }
    return found
  }

  /// Runs a statement in a file of the server, as another process does.
  private static func run(_ sql: String, in path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    // The server may be filling the ledger's views.
    configuration.busyMode = .timeout(60)
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: sql) }
    return other
  }

  private static func end(_ sql: String, by other: DatabaseQueue) throws {
    try other.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  private static func expectInForce(_ answer: TestedServer.Answer, _ number: Int, _ revision: Int) throws {
    let inForce = try #require(try answer.json[name: "inForce"])
    #expect(inForce[name: "number"]?.line == "\(number)")
    #expect(inForce[name: "digest"]?.string == Digest.of(document(revision)).string)
  }

  @Test("The intent is on record before the publication, and the outcome behind it, with digest, token and reason")
  func order() async throws {
    try await Self.published { server, tag in
      let headers = ["If-Match": tag, "Herald-Override": "urgent"]
      let lower = Array(Self.document(0).utf8)
      #expect(try await server.request(.put, Self.path, lower, headers: headers).status == 201)
      #expect(try Self.entries(server) == ["intended 1", "published 1", "intended 2", "published 2"])
      var last: [String] = []
      try LedgerReader(path: server.ledger, reading: Formats.reading).journal { last.append($0) }
      for line in last.suffix(2) {
        let data = try #require(try JSONNode.read(line).node[name: "data"])
        #expect(data[name: "digest"]?.string == Digest.of(Self.document(0)).string)
        #expect(data[name: "by"]?.string == "test")
        #expect(data[name: "override"]?.string == "urgent")
      }
    }
  }

  @Test("Where another process holds the ledger nothing is published, and the same request goes through later")
  func locked() async throws {
    try await Self.published { server, tag in
      let holder = try Self.run("BEGIN IMMEDIATE", in: server.ledger)
      let refused = try await Self.put(server, 2, replacing: tag)
      #expect(refused.status == 503)
      try Self.expectInForce(refused, 1, 1)
      #expect(try await server.get(Self.path).headers[.eTag] == tag)
      try Self.end("ROLLBACK", by: holder)
      #expect(try Self.entries(server) == ["intended 1", "published 1"])
      #expect(try await Self.put(server, 2, replacing: tag).status == 201)
      #expect(try Self.entries(server) == ["intended 1", "published 1", "intended 2", "published 2"])
    }
  }

  @Test("Where the publication fails its intent is withdrawn, and the policy before stays in force")
  func failingStore() async throws {
    try await Self.published { server, tag in
      let tables = try Self.run(
        "CREATE TRIGGER fails BEFORE INSERT ON policies BEGIN SELECT RAISE(ABORT, 'no'); END",
        in: "\(server.folder.path)/server.sqlite")
      let refused = try await Self.put(server, 2, replacing: tag)
      #expect(refused.status >= 500)
      try Self.expectInForce(refused, 1, 1)
      #expect(try await server.get(Self.path).text == Self.document(1))
      #expect(try Self.entries(server) == ["intended 1", "published 1", "intended 2", "withdrawn 2 late"])
      try Self.end("DROP TRIGGER fails", by: tables)
      #expect(try await Self.put(server, 2, replacing: tag).status == 201)
      #expect(try Self.entries(server).suffix(2) == ["intended 2", "published 2"])
    }
  }

  @Test(
    "Where the record fails behind a publication the answer names what is in force, and repeating it completes both")
  func failingRecord() async throws {
    try await Self.published { server, tag in
      let ledger = try Self.run(
        "CREATE TRIGGER fails BEFORE INSERT ON journal WHEN instr(NEW.line, 'policy.published') "
          + "BEGIN SELECT RAISE(ABORT, 'no'); END", in: server.ledger)
      for _ in 0..<2 {
        let uncertain = try await Self.put(server, 2, replacing: tag)
        #expect(uncertain.status >= 500)
        try Self.expectInForce(uncertain, 2, 2)
        #expect(try await server.get(Self.path).text == Self.document(2))
      }
      #expect(try await Self.put(server, 3, replacing: tag).status == 412)
      try Self.end("DROP TRIGGER fails", by: ledger)
      let again = try await Self.put(server, 2, replacing: tag)
      #expect(again.status == 200)
      let answer = try again.json
      #expect(answer[name: "published"]?.line == "true")
      #expect(answer[name: "policy"]?[name: "number"]?.line == "2")
      #expect(try Self.entries(server) == ["intended 1", "published 1", "intended 2", "published 2 late"])
      #expect(try server.folder.policies.history(of: TestedServer.app, atMost: 9).count == 2)
    }
  }

  @Test("The same request again is answered with the publication, another document for the same policy is stale")
  func again() async throws {
    try await Self.published { server, tag in
      #expect(try await Self.put(server, 1, replacing: nil).status == 200)
      #expect(try await Self.put(server, 2, replacing: tag).status == 201)
      let again = try await Self.put(server, 2, replacing: tag)
      #expect(again.status == 200)
      #expect(again.headers[.eTag] == "\"\(Digest.of(Self.document(2)))\"")
      let other = try await Self.put(server, 3, replacing: tag)
      #expect(other.status == 412)
      try Self.expectInForce(other, 2, 2)
      #expect(try await Self.put(server, 2, replacing: "\"sha256:0\"").status == 412)
      #expect(try await Self.put(server, 3, replacing: nil).status == 428)
      #expect(try server.folder.policies.history(of: TestedServer.app, atMost: 9).count == 2)
    }
  }

  @Test("The same rollback again is answered with the publication")
  func rollbackAgain() async throws {
    try await Self.published { server, tag in
      let second = try #require(try await Self.put(server, 2, replacing: tag).headers[.eTag])
      let rollback = "\(Self.path)/rollback?to=\(Digest.of(Self.document(1)))"
      for status in [201, 200] {
        let answer = try await server.request(.post, rollback, headers: ["If-Match": second])
        #expect(answer.status == status, "\(answer.text)")
        let policy = try answer.json[name: "policy"]
        #expect(policy?[name: "revision"]?.line == "3")
      }
    }
  }

  @Test(
    "After a kill behind any step the next start completes the record",
    arguments: [(false, ["intended 2", "withdrawn 2 late"]), (true, ["intended 2", "published 2 late"])])
  func killed(isInForce: Bool, expected: [String]) async throws {
    let path = TestedServer.newPath()
    try await TestedServer.run(path) { server in
      let first = try await Self.put(server, 1, replacing: nil)
      #expect(first.status == 201)
    }
    do {
      let folder = try ServerFolder(path)
      let text = Self.document(2)
      let policy = PublishedPolicy(
        number: 2, text: text, digest: Digest.of(text), format: "herald", revision: 2, signature: nil, time: .now,
        by: "test", override: nil, figures: nil)
      let ledger = try Ledger(path: "\(path)/\(ServerFile.ledger(of: TestedServer.app))")
      let publication = JournaledPublication(number: 2, digest: policy.digest, by: "test", override: nil)
      try ledger.note(.intended, of: publication)
      if isInForce { #expect(try folder.policies.publish(policy, of: TestedServer.app, expecting: 1)) }
      try ledger.close()
    }
    try await TestedServer.run(path) { server in
      let (entries, inForce) = (try Self.entries(server), try await server.get(Self.path).text)
      #expect(entries == ["intended 1", "published 1"] + expected)
      #expect(inForce == Self.document(isInForce ? 2 : 1))
    }
  }
}
