import Herald
import HeraldFormats

/// The rules that a document may show in some situations, in order: the first that is shown ends the search.
struct Course: Hashable {
  /// A rule that may be shown.
  struct Offer: Hashable {
    /// The rule's index in the document.
    let rule: Int
    /// The kind that a device sees which has seen nothing; nil where the rule is not shown to it.
    let kind: PromptKind?
    let isSteady: Bool
    /// The kinds as which the rule may be shown after other prompts.
    let laterKinds: [PromptKind]
    /// True if no limit keeps the rule back, because the user asks.
    let isLifted: Bool
  }

  /// What a device sees.
  struct Outcome: Hashable {
    let rule: Int
    let kind: PromptKind
  }

  private(set) var offers: [Offer] = []
  /// True if no later rule is reached.
  private(set) var isClosed = false

  /// Nothing is ever shown.
  static let silence = Course(offers: [], isClosed: true)

  private init(offers: [Offer], isClosed: Bool) { (self.offers, self.isClosed) = (offers, isClosed) }
  init() {}

  fileprivate func followed(by conduct: RuleConduct, of rule: Int) -> Course {
    let offer = Offer(
      rule: rule, kind: conduct.kind, isSteady: conduct.isSteady, laterKinds: conduct.laterKinds,
      isLifted: conduct.isLifted)
    return Course(offers: offers + [offer], isClosed: conduct.isSteady)
  }

  /// The outcome on a device that has seen nothing; nil for nothing.
  var first: Outcome? {
    offers.lazy.compactMap { offer in offer.kind.map { Outcome(rule: offer.rule, kind: $0) } }.first
  }
}

/// The situations that the documents tell apart, each with the course of each document.
struct Courses {
  let space: SituationSpace
  /// Disjoint parts that cover every situation.
  let parts: [(situations: DeviceBox, courses: [Course])]
  /// The reason why situations may be missing or wrong, as a clause; nil if none are.
  let limit: String?

  /// The most parts that situations are taken apart into.
  private static let mostParts = 20_000

  /// - Parameters:
  ///   - documents: the documents, each with its policy.
  ///   - space: the situations.
  ///   - region: the situations that are asked about; nil for all that count.
  init(
    of documents: [(policy: Policy, document: Document)], in space: SituationSpace, within region: [DeviceBox]? = nil
  ) {
    self.space = space
    var parts: [(situations: DeviceBox, courses: [Course])] = (region ?? space.asked).map { ($0, []) }
    for (policy, document) in documents {
      guard let longer = Self.extended(parts, by: policy, document, in: space) else {
        self.parts = []
        limit =
          AnalysisWork.limit ?? "the documents tell more than \(Self.mostParts.grouped) kinds of situations apart"
        return
      }
      parts = longer
    }
    (self.parts, limit) = (parts, space.limit)
  }

  /// The parts taken apart by a further document; nil where they are too many, or need more work than is left.
  private static func extended(
    _ parts: [(situations: DeviceBox, courses: [Course])], by policy: Policy, _ document: Document,
    in space: SituationSpace
  ) -> [(situations: DeviceBox, courses: [Course])]? {
    guard policy.packageName == nil || policy.packageName == space.packageName else {
      return parts.map { (situations: $0.situations, courses: $0.courses + [.silence]) }
    }
    let conducts = RuleConducts(of: policy, document, in: space)
    var closed: [(situations: DeviceBox, courses: [Course])] = []
    var open = parts.map { ($0.situations, $0.courses, Course()) }
    func close(_ box: DeviceBox, _ courses: [Course], _ course: Course) { closed.append((box, courses + [course])) }
    open = open.flatMap { box, courses, course -> [(DeviceBox, [Course], Course)] in
      var rest = [box]
      for review in conducts.underReview {
        for own in rest.compactMap({ $0.intersection(review) }) { close(own, courses, .silence) }
        rest = rest.flatMap { $0.subtracting(review) }
      }
      return rest.map { ($0, courses, course) }
    }
    for index in policy.rules.indices {
      let all = conducts.conducts(of: index)
      var next: [(DeviceBox, [Course], Course)] = []
      for (box, courses, course) in open {
        var rest = [box]
        for conduct in all {
          guard AnalysisWork.spend(rest.count + course.offers.count / 8) else { return nil }
          for own in rest.compactMap({ $0.intersection(conduct.situations) }) {
            let longer = course.followed(by: conduct, of: index)
            if longer.isClosed { close(own, courses, longer) } else { next.append((own, courses, longer)) }
          }
          rest = rest.flatMap { $0.subtracting(conduct.situations) }
        }
        next += rest.map { ($0, courses, course) }
        if next.count + closed.count > mostParts { return nil }
      }
      open = next
      for ending in conducts.closing(of: index) {
        guard AnalysisWork.spend(open.count) else { return nil }
        for (box, courses, course) in open { box.intersection(ending).map { close($0, courses, course) } }
        open = open.flatMap { box, courses, course in box.subtracting(ending).map { ($0, courses, course) } }
      }
    }
    for (box, courses, course) in open { close(box, courses, course) }
    return closed
  }
}
