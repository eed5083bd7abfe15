import Herald
import Testing

@Suite("Collected URLs")
struct DestinationVectorTests {
  @Test("A collected URL is encoded as its case says, and never twice", arguments: try Vector.read("urls"))
  func collectedURLIsEncodedAsTheCaseSays(vector: Vector) throws {
    let url = Destination.read(try vector.text("raw"))
    #expect(url?.string == vector["recommended"]?.string)
    #expect(url.flatMap { Destination.read($0.string) } == url)
  }
}
