/// Leaves out parts, many at a time first, until none can go alone.
///
/// It works from the back: what changes late is checked fast.
enum ChunkReduction {
  /// - Parameters:
  ///   - parts: the parts in their order.
  ///   - goes: leaves some of them out for good where that is possible; returns true where it is.
  /// - Returns: the parts that stay.
  static func rest<Part>(of parts: [Part], _ goes: (ArraySlice<Part>) -> Bool) -> [Part] {
    var rest = parts
    var size = rest.count
    while size > 0 {
      var hasGone = false
      var end = rest.count
      while end > 0 {
        let chunk = max(0, end - size)..<end
        end = chunk.lowerBound
        if goes(rest[chunk]) {
          rest.removeSubrange(chunk)
          hasGone = true
        }
      }
      if size == 1, hasGone { continue }
      size = min(size, rest.count) / 2
    }
    return rest
  }
}
