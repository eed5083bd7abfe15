public import HeraldFetch

#if canImport(Darwin)
  import HeraldURLSession
#else
  import HeraldCurl
#endif

extension HTTPSource {
  /// Makes a source over the platform's own HTTP: `URLSession` on Apple systems, libcurl elsewhere.
  ///
  /// - Parameters:
  ///   - url: the policy's address. If it cannot be used, each fetch fails with the reason `invalidUrl`.
  ///   - options: parameters, headers, trust and limits.
  public init(_ url: String, options: HTTPOptions = HTTPOptions()) {
    #if canImport(Darwin)
      self.init(url, over: .urlSession, options: options)
    #else
      self.init(url, over: .curl, options: options)
    #endif
  }
}
