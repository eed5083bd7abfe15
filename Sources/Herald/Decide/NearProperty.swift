/// A property that a device sends under a name similar to that of a property which a filter reads and the device lacks.
public struct NearProperty: Hashable, Sendable {
  /// The name under which the device sends it.
  public let property: ExactString
  /// Its value.
  public let value: ExactString

  /// The property of a device that was probably meant by a missing one.
  ///
  /// - Returns: nil where the device sends the property itself, or none with a similar name.
  package init?(to missing: ExactString, in profile: Profile) {
    guard profile[missing] == nil,
      let near = Spelling.variant(of: missing, among: profile.properties.map(\.name)), let value = profile[near]
    else { return nil }
    (property, self.value) = (near, value)
  }

  /// The remark that answers make of it, as a clause: ``the device sends `role` `staff` ``.
  package var words: String {
    "the device sends `\(property.string.shown)` "
      + (value.string.isBlank ? "as a blank text" : "`\(value.string.shown)`")
  }

  /// The property with its value, behind a verb: `` `role` as `staff` ``.
  package var sent: String {
    "`\(property.string.shown)` as " + (value.string.isBlank ? "a blank text" : "`\(value.string.shown)`")
  }
}

extension Filter {
  /// The property that was probably meant where the device lacks the property of the filter; nil where it has it.
  func near(in properties: Properties) -> NearProperty? {
    isInWords ? nil : NearProperty(to: property, in: properties.profile)
  }
}

extension Segment {
  /// The property that was probably meant by the first filter that does not match; nil where the device has that
  /// filter's property.
  func near(in properties: Properties) -> NearProperty? {
    let failed = filters.first { !$0.verdict(on: properties[$0.property]).matches }
    return failed.flatMap { $0.near(in: properties) }
  }
}
