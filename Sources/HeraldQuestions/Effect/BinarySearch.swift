import Herald

extension RandomAccessCollection {
  /// The first index at which a condition holds, of elements for which it holds from some index on; the end where it
  /// holds for none.
  func partitionIndex(where holds: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if holds(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
