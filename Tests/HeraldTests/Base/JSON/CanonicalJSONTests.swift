import Herald
import Testing

@Suite("Canonical JSON, by the examples of RFC 8785")
struct CanonicalJSONTests {
  @Test("A double is written as appendix B of RFC 8785 says, and reads back bit by bit", arguments: samples)
  func doubleMatchesAppendixB(bits: UInt64, written: String) throws {
    let double = Double(bitPattern: bits)
    #expect(CanonicalJSON.number("\(double)") == written)
    #expect(CanonicalJSON.number(written) == written)
    let back = try #require(Double(written))
    #expect(back.bitPattern == bits || double == 0)
  }

  private static let samples: [(UInt64, String)] = [
    (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
    (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
    (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
    (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
    (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
    (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
    (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
    (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
    (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
    (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
  ]

  @Test(
    "A number has one canonical form, however it was written",
    arguments: [
      ("333333333.33333329", "333333333.3333333"), ("1E30", "1e+30"), ("4.50", "4.5"), ("2e-3", "0.002"),
      ("0.000000000000000000000000001", "1e-27"), ("5.0", "5"), ("-0.0", "0"), ("1e-400", "0"), ("100e-2", "1"),
      ("123456789012345678901", "123456789012345680000"), ("-1e21", "-1e+21"), ("0.00001", "0.00001"),
      ("1e400", "1e400"),
    ])
  func numberHasOneCanonicalForm(text: String, written: String) {
    #expect(CanonicalJSON.number(text) == written)
  }

  @Test(
    "A document is written as RFC 8785 writes it",
    arguments: [
      (
        #"{"numbers":[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],"#
          + #""string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null, true, false]}"#,
        #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
          + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
      ),
      (
        #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","#
          + #""\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#,
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u{80}\":\"Control\","
          + "\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\","
          + "\"😀\":\"Emoji: Grinning Face\",\"\u{FB33}\":\"Hebrew Letter Dalet With Dagesh\"}"
      ),
      (#"{"b":{"d":1,"c":[]},"a":{}}"#, #"{"a":{},"b":{"c":[],"d":1}}"#),
    ])
  func documentMatchesTheRFC(text: String, written: String) throws {
    var writer = JSONWriter()
    CanonicalJSON.write(try JSONNode.read(text).node, into: &writer)
    #expect(writer.bytes == Array(written.utf8))
  }
}
