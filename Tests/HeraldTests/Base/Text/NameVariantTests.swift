import Testing

@testable import Herald

@Suite("A name that probably means the same as another")
struct NameVariantTests {
  @Test(
    "A name with or without `x-`, in another case, with `_` for `-` or one letter off is found",
    arguments: [
      ("x-role", ["role"], "role"), ("role", ["x-role"], "x-role"), ("x-role", ["X-Role"], "X-Role"),
      ("x-user-role", ["x_user_role"], "x_user_role"), ("x-role", ["x-rol"], "x-rol"), ("x-role", ["x-re"], nil),
      ("x-roles", ["x-role"], "x-role"),
      ("x-segment", ["x-segnent"], "x-segnent"), ("deviceOsNam", ["deviceOsName"], "deviceOsName"),
      ("x-role", ["x-tier"], nil), ("x-a", ["x-b"], nil), ("deviceMcc", ["deviceMnc"], nil), ("role", ["role"], nil),
      ("x-role", ["x-roles", "role"], "role"), ("x-", ["", "x-"], nil),
    ] as [(ExactString, [ExactString], ExactString?)])
  func variants(name: ExactString, others: [ExactString], expected: ExactString?) {
    #expect(Spelling.variant(of: name, among: others) == expected)
  }

  @Test("The order of the names does not matter")
  func anyOrder() {
    let names: [ExactString] = ["x-roles", "X_ROLE", "role", "x-rolex"]
    #expect(Set(names.indices.map { Spelling.variant(of: "x-role", among: names[$0...] + names[..<$0]) }) == ["X_ROLE"])
  }
}
