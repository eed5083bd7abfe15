import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions
import Hummingbird

/// The page of an installation: the report's, with its timeline and slider, and what went wrong on the way here.
struct DevicePages {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("installations/:source") { try await device($0, $1) }
  }

  private func device(_ request: Request, _ context: ServerContext) async throws -> Response {
    let (app, source) = try await parts.asked(request, context, "page")
    let query = "?app=\(app.name.addressPart)"
    let here = "/installations/\(source.string.addressPart)"
    var served = ServedDevice(answers: "\(here)/at/{revision}\(query)", menu: .desk(of: app.name))
    served.links = [ServedDevice.Link("Redacted log for a bug report", to: "\(here)/redacted\(query)")]
    if context.token?.allows(.forget) == true {
      served.links.append(
        ServedDevice.Link("Forget it", to: "/forget\(query)&kind=installation&name=\(source.string.addressPart)"))
    }
    let receipts = try app.arrivals.receipts(of: source, atMost: Self.mostReceipts)
    let refused = try app.arrivals.rejectedCount(of: source)
    let html = try await app.readers.read { [served] reader in
      var visitor = DeviceTroubles(DeviceReports(of: nil))
      try reader.replay(ReplayScope(.source(source)), progress: nil, visitor: &visitor)
      var served = served
      served.troubles = visitor.words(
        { "\(here)/at/\($0)\(query)" }, receipts: receipts,
        refused: (refused, "/rejected\(query)&source=\(source.string.addressPart)"))
      visitor.reports.served = served
      return try visitor.reports.html(of: source) { try reader.document($0) }
    }
    return .html(html)
  }

  private static let mostReceipts = 1000
}
