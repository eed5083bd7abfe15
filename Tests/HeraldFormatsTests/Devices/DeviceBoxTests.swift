import Herald
import HeraldTestSupport
import Testing

@testable import HeraldFormats

/// Boxes are sets of devices: what is said of them is counted device by device.
@Suite("Boxes of devices")
struct DeviceBoxTests {
  private static let names = ["x-a", "x-b", "x-c", "x-d"] as [ExactString]
  private static let space = DeviceSpace(
    names.flatMap { name in ["1", "2", "3"].map { ValueCondition(Filter(property: name, text: $0)) } },
    usual: { _ in ["1", "2"] })

  /// The classes of each property that a device has.
  private static let devices: [[Int]] = space.properties.reduce([[]]) { devices, property in
    devices.flatMap { device in property.classes.indices.map { device + [$0] } }
  }

  /// Seldom without a device, and often with each class of a property, as the boxes of documents are.
  private static func randomBox(_ random: inout SplitMix64) -> DeviceBox {
    var box = space.all
    for place in names.indices where Int.random(in: 0..<3, using: &random) > 0 {
      let classes = space.properties[place].classes.indices
      box = box.replacing(
        with: ClassSet(classes.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }), at: place)
    }
    return box
  }

  private static func has(_ box: DeviceBox, _ device: [Int]) -> Bool {
    zip(box.sets, device).allSatisfy { $0.contains($1) }
  }

  @Test("Common parts and remainders have the devices that they must, each once", arguments: [1, 2, 3] as [UInt64])
  func partsAreExact(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let (one, other) = (Self.randomBox(&random), Self.randomBox(&random))
      let (common, left) = (one.intersection(other), one.subtracting(other))
      #expect(one.meets(other) == (common != nil))
      #expect(left.allSatisfy { !$0.isEmpty } || one.isEmpty)
      for device in Self.devices {
        let (isInOne, isInOther) = (Self.has(one, device), Self.has(other, device))
        #expect(common.map { Self.has($0, device) } ?? false == (isInOne && isInOther))
        #expect(left.count { Self.has($0, device) } == (isInOne && !isInOther ? 1 : 0))
      }
    }
  }

  @Test(
    "A value as text is in the class of the value, whether it is a usual one or not",
    arguments: ["1", "2", "3", "4", "", " 1", nil] as [String?])
  func textsHaveTheirClass(_ text: String?) throws {
    let place = try #require(Self.space.place(of: "x-a"))
    let index = Self.space.index(of: text, at: place)
    #expect(index != nil)
    #expect(index == Self.space.index(of: PropertyValue(text.map { ExactString($0) }), at: place))
  }
}
