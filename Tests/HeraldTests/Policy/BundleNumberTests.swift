import Herald
import Testing

@Suite("The number of a bundle version")
struct BundleNumberTests {
  @Test(
    "is computed as Core Foundation does",
    arguments: [
      ("1.0", 0x0100_8000), ("10.2.3", 0x1023_8000), ("1.0b3", 0x0100_6003), ("0.9", 9_469_952), ("1", 0x0100_8000),
      ("1.", 0x0100_8000), ("1.2.", 0x0120_8000), (".5", 0x0050_8000), ("99.9.9f255", 0x9999_80FF),
      ("1.0d", 0x0100_2000), ("1.0a12", 0x0100_400C), ("1.0f4", 0x0100_8004), ("b7", 0x0000_6007),
    ] as [(String, UInt32)])
  func computed(text: String, value: UInt32) {
    #expect(BundleNumber(text)?.value == value)
  }

  @Test(
    "does not exist for anything else",
    arguments: [
      "", "1.10", "100", "1.2.3.4", "1.0b256", "1.0x", "1.0b1234", " 1.0", "1.0 ", "+1.0", "-1", "1..2", "1.0B3", "１.0",
      "10.2.3b2555", "1.0bb",
    ])
  func none(text: String) {
    #expect(BundleNumber(text) == nil)
  }
}
