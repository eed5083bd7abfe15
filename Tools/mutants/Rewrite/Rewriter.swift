import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the places of a file, and writes the file anew with a switch at each.
final class Rewriter: SyntaxVisitor {
  private(set) var sites: [Site] = []
  /// The cases of switches that return values, which no switch changes.
  private(set) var values = 0
  private let file: String
  private let asides: Set<String>
  private let converter: SourceLocationConverter
  private var nextID: Int
  private var insertions = Insertions()
  private var functions: [(name: String, returns: Returned)] = []
  private var asideDepth = 0

  enum Returned { case bool, nothing, other }

  init(_ tree: some SyntaxProtocol, file: String, asides: Set<String>, firstID: Int) {
    self.file = file
    self.asides = asides
    converter = SourceLocationConverter(fileName: file, tree: tree)
    nextID = firstID
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Writing

  func rewritten(_ source: String) -> String { insertions.applied(to: source) }

  private func add(_ kind: Site.Kind, _ node: some SyntaxProtocol) -> Int {
    let words = node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    sites.append(
      Site(
        id: nextID, file: file, line: converter.location(for: node.positionAfterSkippingLeadingTrivia).line,
        function: functions.map(\.name).joined(separator: "."), kind: kind, text: words, isAside: asideDepth > 0))
    nextID += 1
    return nextID - 1
  }

  private func wrap(_ node: some SyntaxProtocol, _ name: String, _ id: Int) {
    insertions.wrap(node, in: "\(name)(\(id), ", ")")
  }

  // MARK: Conditions

  private static let compared: Set<String> = ["==", "!=", "===", "!==", "<", "<=", ">", ">=", "~="]
  private static let boundaries = ["<": "mutantLess", "<=": "mutantAtMost", ">": "mutantMore", ">=": "mutantAtLeast"]

  /// The operator between two operands; nil for any other expression.
  private static func infix(_ node: ExprSyntax) -> String? {
    node.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
  }

  /// The expression without its parentheses.
  private static func bare(_ node: ExprSyntax) -> ExprSyntax {
    guard let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
      only.label == nil
    else { return node }
    return bare(only.expression)
  }

  /// True where the operands are places of their own.
  private static func isLogical(_ node: ExprSyntax) -> Bool {
    let node = bare(node)
    if let not = node.as(PrefixOperatorExprSyntax.self), not.operator.text == "!" { return isLogical(not.expression) }
    guard let infix = infix(node) else { return false }
    return infix == "&&" || infix == "||" || compared.contains(infix)
  }

  private func condition(_ node: ExprSyntax, _ kind: Site.Kind = .condition) {
    if Self.isLogical(node) { return }
    wrap(node, "mutantFlip", add(kind, node))
  }

  /// Notes the value of a function that returns a truth value.
  private func result(_ node: ExprSyntax) {
    let bare = Self.bare(node)
    if let ternary = bare.as(TernaryExprSyntax.self) {
      for branch in [ternary.thenExpression, ternary.elseExpression] where !branch.is(BooleanLiteralExprSyntax.self) {
        result(branch)
      }
    } else if let choice = bare.as(IfExprSyntax.self) {
      let branches = Self.branches(of: choice)
      // Where both are literals, the condition says it all.
      if branches.contains(where: { !$0.is(BooleanLiteralExprSyntax.self) }) { branches.forEach(result) }
    } else if let choice = bare.as(SwitchExprSyntax.self) {
      for case .switchCase(let branch) in choice.cases { Self.only(branch.statements).map(result) }
    } else if !bare.is(NilLiteralExprSyntax.self) {
      condition(node, .result)
    }
  }

  private static func branches(of choice: IfExprSyntax) -> [ExprSyntax] {
    var found = only(choice.body.statements).map { [$0] } ?? []
    if case .ifExpr(let other) = choice.elseBody { found += branches(of: other) }
    if case .codeBlock(let block) = choice.elseBody { found += only(block.statements).map { [$0] } ?? [] }
    return found
  }

  /// The only statement, where it is an expression.
  private static func only(_ statements: CodeBlockItemListSyntax) -> ExprSyntax? {
    guard statements.count == 1, let item = statements.first?.item else { return nil }
    if case .expr(let expression) = item { return expression }
    guard case .stmt(let statement) = item else { return nil }
    return statement.as(ExpressionStmtSyntax.self)?.expression
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let infix = Self.infix(ExprSyntax(node)) else { return .visitChildren }
    switch infix {
    case "&&", "||":
      condition(node.leftOperand)
      condition(node.rightOperand)
    case "??": wrap(node.leftOperand, "mutantDrop", add(.fallback, node))
    case _ where Self.compared.contains(infix):
      wrap(node, "mutantFlip", add(.condition, node))
      if let name = Self.boundaries[infix] {
        wrap(node, name, add(.boundary, node))
        insertions.replace(node.operator, by: ",")
      }
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let expression) = node.condition {
      condition(expression)
    } else if !node.condition.is(AvailabilityConditionSyntax.self) {
      insertions.open("mutantSpares(\(add(.binding, node))), ", before: node)
    }
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    condition(node.condition)
    return .visitChildren
  }

  // MARK: Closures that choose

  private static let choosing: Set<String> = [
    "allSatisfy", "contains", "count", "drop", "filter", "first", "firstIndex", "last", "lastIndex", "prefix",
    "removeAll",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    let name = member?.declName.baseName.text ?? ""
    // Deciding never evaluates what is recorded.
    if name == "record", member?.base?.trimmedDescription == "witness" { asideDepth += 1 }
    if Self.choosing.contains(name) {
      let closures = [node.trailingClosure] + node.arguments.map { $0.expression.as(ClosureExprSyntax.self) }
      for closure in closures { (closure?.statements).flatMap(Self.only).map(result) }
    }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    if member?.declName.baseName.text == "record", member?.base?.trimmedDescription == "witness" { asideDepth -= 1 }
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    if Self.listens(node) { asideDepth += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: CodeBlockSyntax) { if Self.listens(node) { asideDepth -= 1 } }

  /// True for the statements that make comparisons for a witness that listens.
  private static func listens(_ node: CodeBlockSyntax) -> Bool {
    node.parent?.as(IfExprSyntax.self)?.conditions.trimmedDescription == "W.isListening"
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    functions.append(("{}", .other))
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { functions.removeLast() }

  // MARK: Switches

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    guard let first = node.statements.first, first.trimmedDescription != "break" else { return .visitChildren }
    if functions.last?.returns == .nothing {
      insertions.open("if mutantSkips(\(add(.branch, node.label))) { break }; ", before: first)
    } else if asideDepth == 0 {
      values += 1
    }
    return .visitChildren
  }

  // MARK: Declarations

  private func enter(_ name: String, _ returns: Returned, _ body: CodeBlockItemListSyntax?) {
    functions.append((name, returns))
    if isAside(name) { asideDepth += 1 }
    if returns == .bool, let only = body.flatMap(Self.only) { result(only) }
  }

  private func leave() { if isAside(functions.removeLast().name) { asideDepth -= 1 } }

  private func isAside(_ name: String) -> Bool {
    let file = file.split(separator: "/").last ?? ""
    return asides.contains(name) || asides.contains("\(file) \(name)")
  }

  private static func returned(_ type: TypeSyntax?) -> Returned {
    guard let type else { return .nothing }
    return type.trimmedDescription == "Bool" ? .bool : .other
  }

  /// The labels; where there is none, the type, so that functions with one name differ.
  private static func labels(_ parameters: FunctionParameterListSyntax) -> String {
    let labels = parameters.map { parameter in
      let type = parameter.type.trimmedDescription
      guard parameter.firstName.text == "_", !type.contains(where: { "([".contains($0) }) else {
        return parameter.firstName.text
      }
      return type.split(separator: " ").last.map(String.init) ?? "_"
    }
    return "(" + labels.map { "\($0):" }.joined() + ")"
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.name.text + Self.labels(node.signature.parameterClause.parameters)
    enter(name, Self.returned(node.signature.returnClause?.type), node.body?.statements)
    return .visitChildren
  }
  override func visitPost(_ node: FunctionDeclSyntax) { leave() }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    enter("init" + Self.labels(node.signature.parameterClause.parameters), .nothing, nil)
    return .visitChildren
  }
  override func visitPost(_ node: InitializerDeclSyntax) { leave() }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    var body: CodeBlockItemListSyntax?
    if case .getter(let statements) = node.accessorBlock?.accessors { body = statements }
    enter("subscript" + Self.labels(node.parameterClause.parameters), Self.returned(node.returnClause.type), body)
    return .visitChildren
  }
  override func visitPost(_ node: SubscriptDeclSyntax) { leave() }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard let block = node.accessorBlock else { return .visitChildren }
    var body: CodeBlockItemListSyntax?
    if case .getter(let statements) = block.accessors { body = statements }
    let type = node.typeAnnotation?.type
    enter(node.pattern.trimmedDescription, type.map { Self.returned($0) } ?? .other, body)
    return .visitChildren
  }
  override func visitPost(_ node: PatternBindingSyntax) { if node.accessorBlock != nil { leave() } }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if functions.last?.returns == .bool, let expression = node.expression { result(expression) }
    return .visitChildren
  }
}
