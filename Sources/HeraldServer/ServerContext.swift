import Hummingbird
import NIOCore

/// The facts about a request besides its head and body.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the connection; nil where the system names none.
  let address: String?
  /// The token of the request; nil before it was read.
  var token: AccessToken?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress?.ipAddress
  }
}
