import Hummingbird
import NIOCore

/// What is known of a request besides its head and body.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the connection; nil where the system names none.
  let address: String?
  /// Who asks; nil before the token was read.
  var token: AccessToken?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress?.ipAddress
  }
}
