import Hummingbird

/// `/livez` and `/readyz`: whether the process lives, and whether it can take events.
struct Health {
  let parts: ServerParts

  func add(to router: Router<ServerContext>) {
    router.get("livez") { _, _ in Response.json(Array("{\"live\":true}\n".utf8)) }
    router.get("readyz") { _, _ in
      try check()
      return Response.json(Array("{\"ready\":true}\n".utf8))
    }
  }

  private static let longestStall = Duration.seconds(5)

  private func check() throws {
    for app in parts.apps.all {
      do { try parts.checkCapacity(of: app) } catch let problem as Problem { throw problem.asUnavailable }
      let stall = app.writer.queue.stall
      if stall > Self.longestStall {
        throw Problem(
          .busyServer, "The writer of `\(app.name)` stands still.",
          why: "it has work and has finished none of it for \(stall.components.seconds) s"
        ).asUnavailable.retrying(after: 5)
      }
    }
  }
}
