import Herald
import HeraldLog

/// Narrows down where a ledger differs from heads that were kept elsewhere.
extension ChainReport {
  /// The breaks, of each stream the first head that differs: all behind it differ too.
  var toldBreaks: [ChainBreak] {
    breaks.filter { place in
      // No value differs where every head is beyond the end of an installation that was forgotten.
      guard place.kind == .otherHead, let first = heads(of: place)?.firstDiffering else { return true }
      return first == place.revision
    }
  }

  private func heads(of place: ChainBreak) -> ComparedHeads? { comparedHeads.first { $0.source == place.source } }

  /// The revisions between which the stream was changed.
  func otherHeadWords(_ place: ChainBreak) -> String {
    let plain = "it differs from the head you gave"
    guard let heads = heads(of: place), heads.firstDiffering == place.revision else { return plain }
    let before = heads.lastAgreeing.flatMap { $0 < place.revision ? $0 : nil }
    let differing = heads.differing > 1 ? " (and \((heads.differing - 1).of("later head", "later heads")) too)" : ""
    guard let before else {
      return "\(plain)\(differing), and no head before it agrees: changed at \(place.revision) or before"
    }
    let changed =
      before + 1 == place.revision
      ? "changed at \(place.revision)" : "changed between \(before + 1) and \(place.revision)"
    return "agrees at \(before), differs at \(place.revision)\(differing): \(changed)"
  }

  /// The events that are missing at a stream's end, and those before it that no head proves.
  func tailWords(_ place: ChainBreak) -> String {
    let plain = "the stream ends here, though it once went further"
    guard let heads = heads(of: place), heads.newest > place.revision else { return plain }
    let missing = heads.newest - place.revision
    let proved = heads.lastAgreeing ?? 0
    let unproved =
      proved >= place.revision
      ? ""
      : proved + 1 == place.revision
        ? ", and \(place.revision) is unproved" : ", and \(proved + 1) to \(place.revision) are unproved"
    return "the stream ends here, and a head was noted at \(heads.newest): "
      + "\(missing.of("event is", "events are")) missing\(unproved)"
  }

  /// How many heads agree; nil where none was compared.
  var comparedWords: String? {
    func sum(_ count: KeyPath<ComparedHeads, Int>) -> Int { comparedHeads.reduce(0) { $0 + $1[keyPath: count] } }
    let (agreeing, differing, beyond, forgotten) = (
      sum(\.agreeing), sum(\.differing), sum(\.beyond), sum(\.forgotten)
    )
    let all = agreeing + differing + beyond + forgotten
    guard all > 0 else { return nil }
    let parts = [
      differing > 0 ? differing.of("differs", "differ") : nil,
      beyond > 0 ? "\(beyond.of("is", "are")) beyond the end of \(beyond == 1 ? "its stream" : "their streams")" : nil,
      forgotten > 0 ? "\(forgotten.of("is", "are")) within a forgotten beginning and compared with nothing" : nil,
    ].compactMap(\.self)
    return "\(agreeing.grouped) of \(all.of("head agrees", "heads agree"))" + parts.map { ", \($0)" }.joined()
  }
}

extension ComparedHeads {
  func write(into output: inout JSONWriter) {
    output.object {
      $0.member("source", source)
      $0.member("agreeing", agreeing)
      $0.member("differing", differing)
      $0.member("beyond", beyond)
      $0.member("forgotten", forgotten)
      $0.member("lastAgreeing", lastAgreeing)
      $0.member("firstDiffering", firstDiffering)
      $0.member("newest", newest)
    }
  }
}
