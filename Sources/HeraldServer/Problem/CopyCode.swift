package import Herald

/// The reasons why a folder is not a server's folder, or cannot be backed up, restored or sealed.
package enum CopyCode: String, ExplainedCode {
  case noServerFolder, noBackup, folderInTheWay, noParentFolder, cannotCopy, changedBackup, changedLedger
  case otherLedgerSealed, forgottenSinceSeal, sealedTwice, badManifest

  package static let kind = "trouble with a server's folder, its backup or its seal"

  package var explanation: CodeExplanation {
    switch self {
    case .noServerFolder:
      CodeExplanation(
        "The folder is not that of a server.", when: "It has no `server.sqlite`, or is not there.",
        fix: "Name the folder that `herald serve --data` has.", exit: .invalid)
    case .noBackup:
      CodeExplanation(
        "The folder is not a backup.", when: "It has no `backup.json`, or one that cannot be read.",
        fix: "Name a folder that `herald backup` made.", exit: .invalid)
    case .folderInTheWay:
      CodeExplanation(
        "Something is there already.", when: "The target is a file, or a folder with something in it.",
        fix: "Name a new folder; nothing is ever replaced.", exit: .invalid)
    case .noParentFolder:
      CodeExplanation(
        "The folder above the target is not there.",
        when:
          "It is misspelt, or its disk is not mounted. It is not made, because a copy would land on another disk then.",
        fix: "Mount the disk, or make the folder.", exit: .invalid)
    case .cannotCopy:
      CodeExplanation(
        "A file or a folder cannot be written.", when: "It is forbidden, or the disk fails.",
        fix: "Check the path, the permissions and the disk; nothing is half done.")
    case .changedBackup:
      CodeExplanation(
        "The backup is not what was backed up.",
        when: "A file is missing or has another digest, or a ledger does not have the heads that were kept with it.",
        fix: "Restore another backup. What still verifies can be read there with `herald audit` and `herald export`.",
        exit: .disagreement)
    case .changedLedger:
      CodeExplanation(
        "A ledger of the server is not what was written to it.",
        when:
          "Its chain is broken, or its tables are not what its lines say. A copy of it would take the place of a good one.",
        fix: "Run `herald audit` on it, and keep the last good backup.", exit: .disagreement)
    case .otherLedgerSealed:
      CodeExplanation(
        "The sealed segments are of another ledger.",
        when:
          "The ledger does not have the heads of the last segment: it is another one, was restored from an older backup, "
          + "or was changed.",
        fix: "Run `herald audit` on it with the last manifest as `--head`, and seal into a new folder.",
        exit: .disagreement)
    case .forgottenSinceSeal:
      CodeExplanation(
        "Something was forgotten since the last segment.",
        when: "`herald forget` changed the ledger. The sealed segments still have what was forgotten.",
        fix: "Seal into a new folder, and delete the old segments wherever they were copied.", exit: .disagreement)
    case .sealedTwice:
      CodeExplanation(
        "A segment or a manifest is there already.", when: "Another program wrote to the folder meanwhile.",
        fix: "Do it again; nothing was replaced.")
    case .badManifest:
      CodeExplanation(
        "A manifest of a segment cannot be read.", when: "It was changed, or a newer Herald wrote it.",
        fix: "Restore it from where the segments were copied to, or seal into a new folder.", exit: .disagreement)
    }
  }
}
