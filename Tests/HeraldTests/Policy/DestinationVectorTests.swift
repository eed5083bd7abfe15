import Herald
import Testing

@Suite("Collected URLs")
struct DestinationVectorTests {
  @Test("a URL is encoded as the case says, and never twice", arguments: try Vector.read("urls"))
  func encoding(vector: Vector) throws {
    let url = Destination.read(try vector.text("raw"))
    #expect(url?.string == vector["recommended"]?.string)
    #expect(url.flatMap { Destination.read($0.string) } == url)
  }
}
