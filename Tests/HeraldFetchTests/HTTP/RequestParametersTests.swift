import Herald
import HeraldFetch
import Testing

@Suite("Request parameters")
struct RequestParametersTests {
  /// The request line that a server receives.
  private func line(
    _ path: String, _ parameters: RequestParameters, _ properties: [ExactString: ExactString]
  ) async throws -> String? {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let options = HTTPOptions.patient.with { $0.parameters = parameters }
      let source = TestTransport.curl.source(server.url(path), options: options)
      _ = await source.fetch(FetchRequest(properties: properties))
      // The parameters are not part of the source's name.
      #expect(source.url == server.url(path))
      return server.requests.first.map { String($0.line.dropFirst(4).prefix { $0 != " " }) }
    }
  }

  @Test(
    "SSVC's request parameters are those of its client",
    arguments: [
      (
        ["appVersionCode": "1.0", "deviceLanguage": "en-US"],
        "/?SSVCLatestVersionKey=1.0&SSVCLatestVersionNumber=16809984&SSVCLanguage=en&SSVCCountry=US&SSVCClientProtocolVersion=1"
      ),
      (
        ["appVersionCode": "1.0", "deviceLanguage": "en"],
        "/?SSVCLatestVersionKey=1.0&SSVCLatestVersionNumber=16809984&SSVCLanguage=en&SSVCClientProtocolVersion=1"
      ),
      (
        ["appVersionName": "10.2.3", "deviceLanguage": "zh_Hant_tw"],
        "/?SSVCLatestVersionKey=10.2.3&SSVCLatestVersionNumber=270761984&SSVCLanguage=zh&SSVCCountry=TW&SSVCClientProtocolVersion=1"
      ),
      (
        ["appVersionCode": "1.2.3.4", "deviceLanguage": "es-419"],
        "/?SSVCLatestVersionKey=1.2.3.4&SSVCLatestVersionNumber=0&SSVCLanguage=es&SSVCCountry=419&SSVCClientProtocolVersion=1"
      ),
      (["deviceLanguage": "en-x-us"], "/?SSVCLanguage=en&SSVCClientProtocolVersion=1"),
      ([:], "/?SSVCClientProtocolVersion=1"),
    ] as [([ExactString: ExactString], String)])
  func ssvcParametersMatchItsClient(properties: [ExactString: ExactString], requested: String) async throws {
    #expect(try await line("/", .ssvc, properties) == requested)
  }

  @Test("Turkcell's request parameters are those of its client, without those that the device lacks")
  func turkcellParametersMatchItsClient() async throws {
    let properties: [ExactString: ExactString] = [
      "appPackageName": "com.example.app", "deviceOsName": "ios", "deviceModel": "x",
    ]
    #expect(
      try await line("/policy", .turkcell, properties) == "/policy?appPackageName=com.example.app&deviceOsName=ios")
    #expect(try await line("/policy", .turkcell, ["deviceOsName": "ios"]) == "/policy?deviceOsName=ios")
    #expect(try await line("/policy", .turkcell, [:]) == "/policy")
  }

  @Test(
    "Request parameters follow the address's own, before its fragment",
    arguments: [
      ("", "/?a=1"), ("/", "/?a=1"), ("/p?", "/p?a=1"), ("/p?b=2", "/p?b=2&a=1"), ("/p?b=2&", "/p?b=2&a=1"),
      ("/p#f?g", "/p?a=1"), ("/p?b=%26 c#f", "/p?b=%26%20c&a=1"), ("/p?b=x+y", "/p?b=x+y&a=1"),
    ])
  func parametersFollowTheAddressesOwn(path: String, requested: String) async throws {
    try await TestServer.serving({ _ in answer("200 OK", [], "{}") }) { server in
      let options = HTTPOptions.patient.with { $0.parameters = RequestParameters { _ in [("a", "1")] } }
      #expect(await TestTransport.curl.source(server.url(path), options: options).fetch(FetchRequest()).text == "{}")
      #expect(server.requests.map(\.line) == ["GET \(requested) HTTP/1.1"])
    }
  }

  @Test("Names and values of request parameters are escaped")
  func parametersAreEscaped() async throws {
    let parameters = RequestParameters { properties in
      [("a&b=c", "1&2=3#4?5/6"), ("é", properties["model"]?.string ?? ""), ("100%25", "%41+ \r\n\"")]
    }
    #expect(
      try await line("/p", parameters, ["model": "Ünlü (2)"])
        == "/p?a%26b%3Dc=1%262%3D3%234%3F5%2F6&%C3%A9=%C3%9Cnl%C3%BC%20%282%29&100%2525=%2541%2B%20%0D%0A%22")
  }
}
