import HTTPTypes
import Herald
import Testing

@testable import HeraldServer

@Suite("Promises at the gate")
struct PromiseGateTests {
  private static let path = PolicyRouteTests.path
  private static let noExit = #"[{"against":"any name","forces":"noMore"}]"#
  /// The keys of a rule for which not every moment is tried.
  static let undecided =
    #""filters":{"deviceModel":"*a*b*,*c*d*,*e*f*,*g*h*,*i*j*,*k*l*,*m*n*,*o*p*,*q*r*,*s*t*"},"#
  /// A force that no version of the app ends.
  private static let unending = AnalyzeRouteTests.policy(#""forceUpdate":true,"#)

  /// Publishes, or tries.
  private static func put(
    _ server: TestedServer, _ policy: String, query: String = "", headers: [String: String] = [:]
  ) async throws -> TestedServer.Answer {
    try await server.request(.put, path + query, Array(policy.utf8), headers: headers)
  }

  @Test("A promise that does not hold stops a publication with its statement, verdict and log, and a reason publishes")
  func broken() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, PromiseRouteTests.wayOut)
      let refused = try await Self.put(server, Self.unending)
      #expect(refused.status == 409)
      #expect(refused.text.contains(#":limitPassed""#))
      let breaches = try #require(try refused.json[name: "breaches"]?.array)
      #expect(breaches.count == 1)
      #expect(
        breaches.first?.string?.hasPrefix(
          #"promise 1, {"every":{},"canLeave":"force"}, does not hold: a forced update on version "#) == true,
        "\(refused.text)")
      let line = try #require(try refused.json[name: "promises"]?.array?.first)
      #expect(line[name: "verdict"]?.string == "doesNotHold")
      #expect(line[name: "statement"]?.line == #"{"every":{},"canLeave":"force"}"#)
      #expect(line[name: "witness"]?[name: "log"]?.array?.isEmpty == false)
      #expect(try await server.get(Self.path).status == 404)
      let published = try await Self.put(server, Self.unending, headers: ["Herald-Override": "on purpose"])
      #expect(published.status == 201)
      #expect(try published.json[name: "policy"]?[name: "override"]?.string == "on purpose")
    }
  }

  @Test("A promise that is not decided stops it too, with the limit")
  func notDecided() async throws {
    // Wildcards that multiply.
    let policy = AnalyzeRouteTests.policy(Self.undecided)
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, PromiseRouteTests.wayOut)
      let refused = try await Self.put(server, policy)
      #expect(refused.status == 409, "\(refused.text)")
      let line = try #require(try refused.json[name: "promises"]?.array?.first)
      #expect(line[name: "verdict"]?.string == "notDecided")
      let limit = try #require(line[name: "limit"]?.string)
      #expect(!limit.isEmpty)
      #expect(try refused.json[name: "breaches"]?.array?.first?.string?.contains("is not decided: \(limit)") == true)
    }
  }

  @Test("A policy that keeps its promises goes out with the verdicts, and a dry run tells them")
  func held() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, PromiseRouteTests.wayOut)
      let tried = try await Self.put(server, Self.unending, query: "?dry-run")
      #expect(tried.status == 200)
      #expect(try tried.json[name: "promises"]?.array?.first?[name: "verdict"]?.string == "doesNotHold")
      #expect(try tried.json[name: "breaches"]?.array?.count == 1)
      let published = try await Self.put(server, AnalyzeRouteTests.force)
      #expect(published.status == 201, "\(published.text)")
      #expect(try published.json[name: "promises"]?.array?.map { $0[name: "verdict"]?.string } == ["holds"])
    }
  }

  @Test("A statement about another document compares with the policy in force, and is not decided where there is none")
  func against() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, Self.noExit)
      let first = try await Self.put(server, AnalyzeRouteTests.policy())
      #expect(first.status == 201, "\(first.text)")
      let open = try #require(try first.json[name: "promises"]?.array?.first)
      #expect(open[name: "verdict"]?.string == "notDecided")
      #expect(open[name: "limit"]?.string == "no policy is in force to compare with")
      let tag = try #require(first.headers[.eTag])
      let refused = try await Self.put(server, AnalyzeRouteTests.force, headers: ["If-Match": tag])
      #expect(refused.status == 409)
      let witness = try #require(try refused.json[name: "promises"]?.array?.first?[name: "witness"])
      #expect(witness[name: "before"]?[name: "log"]?.array?.isEmpty == false)
      #expect(witness[name: "after"]?[name: "log"]?.array?.isEmpty == false)
      let same = try await Self.put(server, AnalyzeRouteTests.policy(revision: 2), headers: ["If-Match": tag])
      #expect(same.status == 201, "\(same.text)")
      #expect(try same.json[name: "promises"]?.array?.first?[name: "verdict"]?.string == "holds")
    }
  }

  @Test("A statement about a rule that the document does not have is broken")
  func noRule() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, #"[{"rule":"update:9","is":"reachable"}]"#)
      let refused = try await Self.put(server, AnalyzeRouteTests.policy())
      #expect(refused.status == 409)
      #expect(try refused.json[name: "breaches"]?.array?.first?.string?.contains("`update:9`") == true)
      let verdict = try #require(try refused.json[name: "promises"]?.array?.first)
      #expect(verdict[name: "verdict"]?.string == "doesNotHold")
      #expect(verdict[name: "reason"]?.string?.contains("`update:9`") == true)
    }
  }

  @Test("A file of promises that was changed by hand lets nothing out")
  func damaged() async throws {
    try await TestedServer.run { server in
      try await PromiseRouteTests.put(server, PromiseRouteTests.wayOut)
      let app = try #require(server.server.app(TestedServer.app))
      try app.promises.write("{")
      let headers = ["Herald-Override": "any reason"]
      #expect(try await Self.put(server, AnalyzeRouteTests.force, headers: headers).status == 500)
      #expect(try await server.get(Self.path).status == 404)
    }
  }
}
