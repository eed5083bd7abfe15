import Herald
import Testing

@testable import HeraldFormats

@Suite("The properties that filters offer")
struct KnownPropertyTests {
  @Test("Each property that Herald reads is offered", arguments: ReadProperty.allCases)
  func offered(property: ReadProperty) {
    #expect(KnownProperty(rawValue: property.rawValue) != nil)
  }
}
