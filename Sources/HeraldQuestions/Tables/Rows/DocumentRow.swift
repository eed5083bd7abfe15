package import Herald

/// One document that arrived, under a format that it was read as.
package struct DocumentRow: Sendable {
  package let digest: ExactString
  package let format: ExactString
  /// The document as it arrived; nil where only its digest is known.
  package let body: String?
  /// The result of reading it with the address of a store page, which some formats need.
  package let reading: Reading?
  /// The number of rules that cannot be read.
  package let leftOut: Int?
  package let tally: Tally

  /// The number, the times and the outcomes of the document's arrivals.
  package struct Tally: Hashable, Sendable {
    package internal(set) var first: Timestamp
    package internal(set) var last: Timestamp
    package internal(set) var arrivals = 0
    /// The arrivals after which it was in force.
    package internal(set) var accepted = 0
    package internal(set) var refused = 0
    package internal(set) var installations = 0

    /// Adds the arrivals at other installations.
    static func += (left: inout Self, right: Self) {
      left.first = min(left.first, right.first)
      left.last = max(left.last, right.last)
      left.arrivals += right.arrivals
      left.accepted += right.accepted
      left.refused += right.refused
      left.installations += right.installations
    }
  }

  /// The document's policy; nil where the document is refused.
  package var policy: Policy? { if case .accepted(let policy) = reading { policy } else { nil } }
  var refusal: RefusalReason? { if case .refused(let reason) = reading { reason } else { nil } }

  func rules(where isWanted: (PromptKind) -> Bool) -> Int? { policy?.rules.count { isWanted($0.kind) } }
}

extension DocumentRow: TableRow {
  package static let table = AnalysisTable.documents

  package static let columns: [Column<DocumentRow>] = [
    .text("digest", "Of the document's bytes, `sha256:` and 64 hex digits.") { $0.digest },
    .text("format", "How the document is read, as the fetch named it.") { $0.format },
    .optionalInteger("bytes", "The document's size.", unit: "bytes") { $0.body?.utf8.count },
    .optionalText(
      "package_name", "The app that the document is for, blanks at its ends left out; null where it does not say."
    ) {
      $0.policy?.packageName
    },
    .optionalInteger("policy_revision", "The revision that the document gives itself.") { $0.policy?.revision },
    .optionalInteger("updates", "Readable rules of the kinds exit, force and optional; null where it is refused.") {
      $0.rules { $0 != .message }
    },
    .optionalInteger("messages", "Readable rules of the kind message; null where it is refused.") {
      $0.rules { $0 == .message }
    },
    .optionalInteger(
      "unreadable_rules", "Rules that are left out, unreadable or repeated; null where the document is refused."
    ) {
      $0.policy == nil ? nil : $0.leftOut
    },
    .optionalWord("refusal", "Why the document itself cannot be read, such as `invalidJSON`; null where it can.") {
      $0.refusal
    },
    .timestamp("first_arrived_at", "The earliest clock of a device at which it arrived.", adds: .min) {
      $0.tally.first
    },
    .timestamp("last_arrived_at", "The latest clock of a device at which it arrived.", adds: .max) { $0.tally.last },
    .integer("arrivals", "Fetches that brought it.", adds: .sum) { $0.tally.arrivals },
    .integer("accepted", "Those after which it was in force.", adds: .sum) { $0.tally.accepted },
    .integer("refused", "Those after which it was refused.", adds: .sum) { $0.tally.refused },
    .integer("installations", "Installations that it came to.", adds: .sum) { $0.tally.installations },
    .optionalText("body", "The document as it arrived.") { $0.body.map { ExactString($0) } },
  ]
}
