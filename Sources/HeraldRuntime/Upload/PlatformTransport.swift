package import HeraldFetch

#if canImport(Darwin)
  import HeraldURLSession
#else
  import HeraldCurl
#endif

extension Upload {
  /// The platform's own HTTP.
  package static var platformTransport: any HTTPTransport {
    #if canImport(Darwin)
      URLSessionTransport()
    #else
      CurlTransport()
    #endif
  }
}
