import HeraldRuntime

// A sample of the README, so that it compiles; `ReadmeTests` compares them.

private func embeds(placeOrder: () async throws -> Void) async throws {
  let herald = Installation(policy: "https://updates.example.com/policy.json")
  await herald.launched()
  if await herald.attempt("placeOrder") == .proceed { try await placeOrder() }
}
