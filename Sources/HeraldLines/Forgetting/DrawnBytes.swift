package import Herald

/// Bytes that nobody can predict, from the system's random numbers.
package enum DrawnBytes {
  package static func draw(_ count: Int) -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  /// The bytes of a new salt.
  package static func salt() -> [UInt8] { draw(Salt.size) }

  /// A new salt as text.
  package static func saltText() -> ExactString { Salt.text(of: salt()) }
}
