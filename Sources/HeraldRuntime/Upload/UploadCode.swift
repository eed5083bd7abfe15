package import Herald

/// Reasons why an upload does not go on as it should.
package enum UploadCode: String, ExplainedCode {
  case serverUnreachable, serverWaits, uploadRefused, notAServer, lineRefused, streamForked, streamForgotten,
    streamLost, serverContradicts

  package static let kind = "trouble with an upload"

  package var explanation: CodeExplanation {
    switch self {
    case .serverUnreachable:
      CodeExplanation(
        "Events could not be sent.",
        when: "There is no network, or the server does not answer.",
        fix: "Nothing; they are kept and sent later.")
    case .serverWaits:
      CodeExplanation(
        "The server cannot take events now.",
        when: "It is busy, full or stopping.",
        fix: "Nothing; they are kept and sent when the server wants.")
    case .uploadRefused:
      CodeExplanation(
        "The server refuses to take events.",
        when: "The app key is unknown, or another setting is wrong.",
        fix: "Correct what the message names; the events are kept.")
    case .notAServer:
      CodeExplanation(
        "What answers is not a server of Herald.",
        when: "The address is that of something else, or a proxy answers.",
        fix: "Check the address, and that no redirect is in the way.")
    case .lineRefused:
      CodeExplanation(
        "The server refused an event for good.",
        when: "It cannot be read there, or a document that it names is missing.",
        fix: "Nothing; what follows is sent all the same. The server's operator finds the line among the rejected ones."
      )
    case .streamForked:
      CodeExplanation(
        "The server has other events of this installation.",
        when: "Two devices use one name, as after a restored backup, or the ledger was begun again.",
        fix: "Nothing; the installation has a new name from the next launch on.")
    case .streamForgotten:
      CodeExplanation(
        "The server was asked to forget this installation.",
        when: "Somebody asked to erase its events there.",
        fix: "Nothing; the installation has a new name from the next launch on. Its old events stay on the device.")
    case .streamLost:
      CodeExplanation(
        "The server lacks events that the device has no more.",
        when: "The device forgot its oldest events before they were sent, or the server lost them later.",
        fix: "Nothing; the installation has a new name from the next launch on.")
    case .serverContradicts:
      CodeExplanation(
        "The server does not have what it acknowledged.",
        when: "It was restored from an older backup, or its ledger was changed.",
        fix: "Tell its operator; the event `upload.contradicted` is the evidence, and everything is sent again.")
    }
  }
}
