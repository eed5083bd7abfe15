import Foundation
import Testing

@testable import HeraldServer

@Suite("The memory of requests")
struct MemoryBudgetTests {
  private static let token = AccessToken.draw(
    name: "key", roles: [.append], app: "com.example.shop", made: Date(), expires: nil
  ).token

  private static func memory(_ budget: MemoryBudget, _ address: String, _ token: AccessToken? = nil) -> RequestMemory {
    let memory = RequestMemory(budget, address: SenderAddress(address))
    if let token { memory.count(for: token) }
    return memory
  }

  @Test("An announced length holds nothing, however long it is", arguments: [0, 100, 101, .max])
  func announced(_ length: Int) throws {
    let budget = MemoryBudget(limit: 100)
    try budget.check(announced: length)
    let memory = Self.memory(budget, "192.0.2.1")
    try memory.take(1)
    if length <= 99 {
      try budget.check(announced: length)
    } else {
      #expect(throws: Problem.self) { try budget.check(announced: length) }
    }
    #expect(budget.bytes == 1)
  }

  @Test("An address has a quarter of the memory beside its first request, and a key a half")
  func shares() throws {
    let budget = MemoryBudget(limit: 100)
    let first = Self.memory(budget, "192.0.2.1", Self.token)
    try first.take(20)
    let second = Self.memory(budget, "192.0.2.1", Self.token)
    try second.take(5)
    #expect(throws: Problem.self) { try second.take(1) }
    let other = Self.memory(budget, "192.0.2.2", Self.token)
    try other.take(25)
    #expect(throws: Problem.self) { try Self.memory(budget, "192.0.2.3", Self.token).take(1) }
    try Self.memory(budget, "192.0.2.3").take(25)
  }

  @Test("The only request of a sender is stopped by the whole memory alone")
  func onlyRequest() throws {
    let budget = MemoryBudget(limit: 100)
    let only = Self.memory(budget, "192.0.2.1", Self.token)
    try only.take(150)
    try only.take(10)
    #expect(throws: Problem.self) { try Self.memory(budget, "192.0.2.2").take(1) }
    only.release()
    #expect(budget.bytes == 0)
    try Self.memory(budget, "192.0.2.2").take(1)
  }

  @Test("What a request held is free again after its answer")
  func release() throws {
    let budget = MemoryBudget(limit: 100)
    do {
      let memory = Self.memory(budget, "192.0.2.1", Self.token)
      try memory.take(60)
      memory.giveBack(20)
      #expect(budget.bytes == 40)
    }
    #expect(budget.bytes == 0)
  }
}
