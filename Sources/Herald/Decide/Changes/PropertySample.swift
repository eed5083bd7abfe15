/// Values of one property on which a test can differ.
package struct PropertySample: Sendable {
  package let property: ExactString
  /// The most likely first.
  package var texts: [String] = []
  /// Parts of filters; their sample values are computed for all parts of a property together.
  package var parts: [Filter.Part] = []

  /// Values around a version, by the property that it is compared with.
  static func around(_ version: String, _ property: ExactString) -> PropertySample {
    PropertySample(property: property, texts: SampleVersions.texts(around: version))
  }
}
