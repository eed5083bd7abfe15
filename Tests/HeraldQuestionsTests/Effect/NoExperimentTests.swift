import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Rules without an effect to measure")
struct NoExperimentTests {
  @Test("A message, another app and a rule without a target have nothing to measure")
  func unmeasured() throws {
    let message = #"{"id":1,"descriptions":{"*":{"message":"m"}}}"#
    var log = EffectLog(EffectLog.document(target: "", messages: message))
    log.launch("a", day: 0)
    log.document = EffectLog.document(rule: #""targetPackageName":"other","#)
    log.launch("a", day: 1)
    let fold = try log.fold()
    #expect(fold.effects().isEmpty)
    #expect(Set(fold.unmeasured.map(\.why.whyNot)).count == 3)
  }

  @Test("Rules that chance treats alike make no experiment: no holdout, a deadline, a force, a share of none or all")
  func noExperiment() throws {
    var log = EffectLog(EffectLog.document(root: ""))
    log.launch("a", day: 0)
    log.document = EffectLog.document(rule: #""deadline":{"at":"2027-01-01"},"#)
    log.launch("a", day: 1)
    log.document = EffectLog.document(rule: #""forceUpdate":true,"#)
    log.launch("a", day: 2)
    for share in [0, 100] {
      log.document = EffectLog.document(root: #""holdout":{"id":"h","percent":\#(share)},"#)
      log.launch("a", day: 3)
    }
    let fold = try log.fold()
    #expect(fold.effects().isEmpty)
    #expect(fold.unmeasured.isEmpty)
    #expect(fold.rules == ["update:7"])
  }
}
