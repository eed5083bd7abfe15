import Herald
import Testing

@testable import HeraldServer

/// The index that the pages search for installations.
@Suite("The search index")
struct SearchIndexTests {
  /// Two launches of each of many phones, the later with another user.
  private static let lines = (1...2).flatMap { revision in
    (0..<600).map { phone in
      ServedApp.launch(
        revision, at: "2026-03-0\(revision)T09:00:00.000+01:00", user: "user-\(phone % 7)-\(revision)",
        source: "/i/\(phone)")
    }
  }

  private func everything(of app: ServedApp) async throws -> [String] {
    try await app.app.search.find(SearchQuery("", users: nil), after: nil, atMost: 1000).map {
      "\($0.source) \($0.revision) \($0.user?.string ?? "") \($0.properties)"
    }
  }

  @Test("What is taken in with one pass over the ledger is found as what is taken in as it comes")
  func onePassFindsTheSame() async throws {
    let (atOnce, bit) = (try ServedApp(), try ServedApp())
    try await atOnce.store(Self.lines)
    for start in stride(from: 0, to: Self.lines.count, by: 300) {
      try await bit.store(Array(Self.lines[start..<start + 300]))
      #expect(try await !everything(of: bit).isEmpty)
    }
    let found = try await everything(of: atOnce)
    #expect(found.count == 600)
    #expect(found.allSatisfy { $0.contains(" 2 user-") })
    #expect(try await everything(of: bit) == found)
  }

  @Test("Who signed out, or was followed by somebody else, is found by name and by a part of it", arguments: [600, 2])
  func earlierUsersAreFound(_ phones: Int) async throws {
    let app = try ServedApp()
    // Few events are looked up installation by installation, many in one pass.
    try await app.store(Self.lines.filter { line in (0..<phones).contains { line.contains("\"/i/\($0)\"") } })
    #expect(try await app.found("user:user-1-1").contains("/i/1"))
    #expect(try await app.found("user-1-1").contains("/i/1"))
    #expect(try await app.found("er-1-1").contains("/i/1"))
    #expect(try await app.found("user:user-1-3").isEmpty)
  }

  @Test("An event after the pass over the ledger changes what is found")
  func laterEventsAreFound() async throws {
    let app = try ServedApp()
    try await app.store(Self.lines)
    #expect(try await app.found("user:zeynep").isEmpty)
    try await app.store([
      ServedApp.launch(3, at: "2026-03-03T09:00:00.000+01:00", user: "zeynep", source: "/i/17")
    ])
    #expect(try await app.found("user:zeynep") == ["/i/17"])
  }
}
