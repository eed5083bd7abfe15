/// The value of an ASCII hexadecimal digit, 0 to 15; nil where the byte is none.
@inline(__always)
package func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 48...57: byte - 48
  case 65...70: byte - 55
  case 97...102: byte - 87
  default: nil
  }
}
