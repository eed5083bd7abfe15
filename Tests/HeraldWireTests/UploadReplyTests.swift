import Herald
import HeraldTestSupport
import HeraldWire
import Testing

@Suite("The server's answer to events")
struct UploadReplyTests {
  private static let unsaid = Finding("It says nothing.", why: "it does not say", fix: "ask")

  private static func body(_ reply: UploadReply) -> [UInt8] {
    var output = JSONWriter()
    output.object(reply.write)
    return output.bytes
  }

  private static func read(_ body: String) -> UploadReply? { UploadReply(Array(body.utf8), unsaid: unsaid) }

  @Test("An answer that was written is read as what it was", arguments: Seeds.all)
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let reply = UploadReply.random(&random)
      #expect(UploadReply(Self.body(reply), unsaid: Self.unsaid) == reply)
    }
  }

  @Test("The members stand in an order that never changes")
  func order() {
    var stream = UploadReply.Stream(source: "/i/a", head: 2, chain: "00")
    (stream.stored, stream.isRechained, stream.waiting, stream.token) = (2, true, 1, "t")
    var line = UploadReply.Rejected(
      line: 3, .forked(UploadReply.Digests(stored: "s", sent: "t")), Finding("A.", why: "b", fix: "c"))
    (line.source, line.revision) = ("/i/a", 3)
    let gap = UploadReply.Rejected(line: 4, .gap(expected: 7), Finding("D.", why: "e", fix: "f"))
    let problem = ProblemDocument(
      type: ProblemDocument.type(of: "gap"), title: "T.", status: 409, place: "line 3",
      finding: Finding("A.", why: "b", fix: "c"))
    let reply = UploadReply(problem: problem, streams: [stream], rejected: [line, gap])
    #expect(
      String(decoding: Self.body(reply), as: UTF8.self) == #"{"type":"urn:herald:problem:gap","title":"T.","#
        + #""status":409,"detail":"A.","where":"line 3","why":"b","fix":"c","streams":[{"source":"/i/a","head":2,"#
        + #""chain":"00","stored":2,"duplicates":0,"rechained":true,"waiting":1,"token":"t"}],"rejected":[{"line":3,"#
        + #""column":1,"source":"/i/a","revision":3,"reason":"forked","digests":{"stored":"s","sent":"t"},"#
        + #""what":"A.","why":"b","fix":"c"},{"line":4,"column":1,"source":null,"revision":null,"reason":"gap","#
        + #""expected":7,"what":"D.","why":"e","fix":"f"}]}"#)
  }

  @Test(
    "What another program answers is not mistaken for an answer of the server",
    arguments: [
      "", "<html>", "7", "[]", "null", "{}", #"{"ok":true}"#, #"{"streams":7}"#, #"{"streams":null}"#,
      #"{"error":"not found","detail":"no such path"}"#, #"{"type":7}"#, #"{"type":""}"#, #"{"rejected":[]}"#,
      #"{"streams":[]"#,
    ])
  func others(body: String) { #expect(Self.read(body) == nil) }

  @Test("A body that is not UTF-8 is not an answer of the server")
  func otherEncoding() { #expect(UploadReply([0x7B, 0xFF, 0x7D], unsaid: Self.unsaid) == nil) }

  @Test("A stream is found by its source, scalar by scalar")
  func ownStream() {
    let reply = Self.read(#"{"streams":[{"source":"/i/e\u0301","head":1},{"source":"/i/é","head":2},{"head":3}]}"#)
    #expect(reply?.streams?.count == 2)
    #expect(reply?.stream(of: "/i/\u{E9}")?.head == 2)
    #expect(reply?.stream(of: "/i/other") == nil)
  }

  @Test("Words that a refused line or a problem leaves out are the reader's")
  func unsaidWords() throws {
    let reply = try #require(Self.read(#"{"type":"about:blank","detail":"Busy.","streams":[],"rejected":[{}]}"#))
    #expect(reply.problem?.finding == Finding("Busy.", why: "it does not say", fix: "ask"))
    #expect(reply.rejected.map(\.finding) == [Self.unsaid])
    #expect(reply.rejected.map(\.reason) == [.badLine(code: nil)])
  }

  @Test("A problem without a detail has no words")
  func withoutDetail() throws {
    let reply = try #require(Self.read(#"{"type":"urn:herald:problem:notOwner","why":"it is another's"}"#))
    #expect(reply.problem?.finding == nil)
    #expect(reply.problem?.code == "notOwner")
    #expect(reply.problem?.isNotOwner == true)
  }

  @Test("A gap without the revision to go on from is still a gap")
  func gapAlone() {
    let reply = Self.read(#"{"streams":[],"rejected":[{"line":1,"reason":"gap"},{"line":2,"reason":"forked"}]}"#)
    #expect(reply?.rejected.map(\.reason) == [.gap(expected: nil), .forked(nil)])
  }
}
