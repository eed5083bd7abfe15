import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Sending events")
struct StoringTests {
  @Test("Events are stored once, however often they come")
  func once() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/repeat", 5)
      let first = try await server.send(lines, token: .key)
      #expect(first.status == 200)
      let stream = try first.stream
      #expect(stream[name: "stored"]?.integer == 5)
      #expect(stream[name: "head"]?.integer == 5)
      let second = try await server.send(lines, token: .key)
      #expect(second.status == 200)
      let again = try second.stream
      #expect(again[name: "duplicates"]?.integer == 5)
      #expect(again[name: "chain"]?.string != nil)
      #expect(again[name: "chain"]?.string == stream[name: "chain"]?.string)
      #expect(again[name: "token"]?.string != nil)
      #expect(again[name: "token"]?.string == stream[name: "token"]?.string)
    }
  }

  @Test("The ledger has the bytes that were sent")
  func bytes() async throws {
    try await TestedServer.run { server in
      let odd = SentLines.stream("/i/bytes é", 2).map { $0.replacing(#""data":"#, with: #" "data" :  "#) }
      let sent = try await server.send(odd)
      #expect(sent.status == 200)
      #expect(try server.lines() == odd)
    }
  }

  @Test("A bad line stops its stream, and no other one")
  func validPart() async throws {
    try await TestedServer.run { server in
      let good = SentLines.stream("/i/good", 3)
      var bad = SentLines.stream("/i/bad", 4)
      bad[2] = bad[2].replacing(#""type":"app.foregrounded""#, with: #""type":7"#)
      try #require(bad[2].contains(#""type":7"#))
      let answer = try await server.send([good[0], bad[0], bad[1], good[1], bad[2], bad[3], good[2]])
      #expect(answer.status == 207)
      let heads = try answer.streams.map { ($0[name: "source"]?.string ?? "", $0[name: "head"]?.integer) }
      #expect(Dictionary(heads) { $1 } == ["/i/good": 3, "/i/bad": 2])
      let rejected = try answer.rejected
      #expect(rejected.count == 1)
      #expect(rejected.first?[name: "line"]?.integer == 5)
      #expect(rejected.first?[name: "source"]?.string == "/i/bad")
      let behind = try await server.send([bad[3]], headers: ["Herald-Skip": "3"])
      #expect(behind.status == 200)
      #expect(try behind.stream[name: "head"]?.integer == 4)
    }
  }

  @Test("A gap is refused with the revision to go on from")
  func gap() async throws {
    try await TestedServer.run { server in
      let lines = SentLines.stream("/i/gap", 6)
      #expect(try await server.send(Array(lines[..<2])).status == 200)
      let gap = try await server.send(Array(lines[4...]))
      #expect(gap.status == 409)
      #expect(try gap.rejected.first?[name: "expected"]?.integer == 3)
      #expect(gap.headers[.contentType] == "application/problem+json")
    }
  }

  @Test("Another event of the same id or the same revision is a fork, which is refused with both digests")
  func fork() async throws {
    try await TestedServer.run { server in
      #expect(try await server.send(SentLines.stream("/i/fork", 2)).status == 200)
      let later = SentLines.event("/i/fork", 2, "app.backgrounded", time: "2027-01-01T00:00:00Z")
      let fork = try await server.send([later])
      #expect(fork.status == 409)
      #expect(try fork.reasons == ["forked"])
      let other = try await server.send([SentLines.event("/i/fork", 2, "app.backgrounded", id: "other")])
      #expect(other.status == 409)
      #expect(try other.reasons == ["forked"])
      let digests = try other.rejected.first?[name: "digests"]?.members ?? []
      #expect(digests.map { $0.node.string?.count } == [64, 64])
    }
  }
}
