internal import SwiftSyntax

/// A call or an assignment is left out.
struct DroppedStatement: MutationOperator {
    let name = "dropped-statement"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let item = node.as(CodeBlockItemSyntax.self), item.isSimpleStatement else { return [] }
        return [source.dropped(item)]
    }
}

/// A `continue`, a `break` or a `return` without a value is left out, so that what follows runs, too.
struct DroppedJump: MutationOperator {
    let name = "dropped-jump"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let item = node.as(CodeBlockItemSyntax.self) else { return [] }
        let isReturn = item.item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
        guard isReturn || item.item.is(ContinueStmtSyntax.self) || item.item.is(BreakStmtSyntax.self)
        else { return [] }
        return [source.dropped(item)]
    }
}

/// Two statements that follow each other run in the other order.
struct SwappedStatements: MutationOperator {
    enum Kind { case any, publishing }
    let kind: Kind

    /// Publishing is to let other threads see what the statement before has written.
    var name: String { kind == .any ? "swapped-statements" : "publish-before-initialise" }

    private static let publishing: Set = [
        "store", "compareExchange", "exchange", "adding", "subtracting", "formUnion", "push", "setReference",
        "unpark", "resume", "fulfill", "wake", "append", "insert",
    ]

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let second = node.as(CodeBlockItemSyntax.self), second.isSimpleStatement,
            let first = second.itemBefore, first.isSimpleStatement
        else { return [] }
        let publishes =
            first.isAssignment
            && second.item.as(FunctionCallExprSyntax.self).map {
                Self.publishing.contains($0.calledName ?? "")
            }
                == true
        if publishes != (kind == .publishing) { return [] }
        let (range, text, before) = (
            source.range(second.item), source.text(second.item), source.range(first.item)
        )
        return [
            Change("\(source.text(first)); \(text)", "\(text); \(source.text(first.item))") { isOn in
                [
                    Edit(before.lowerBound..<range.upperBound, "if \(isOn) { \(text) }\n"),
                    Edit(range, "if !\(isOn) { ", " }"),
                ]
            }
        ]
    }
}

/// A `defer` does nothing.
struct DroppedDefer: MutationOperator {
    let name = "dropped-defer"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let statement = node.as(DeferStmtSyntax.self), !statement.body.statements.isEmpty else {
            return []
        }
        let range = source.range(statement.body.statements)
        return [
            Change(source.text(statement), "") { isOn in [Edit(range, "if !\(isOn) { ", "\n}")] }
        ]
    }
}

extension SourceText {
    fileprivate func dropped(_ item: CodeBlockItemSyntax) -> Change {
        // Without the semicolon.
        let range = range(item.item)
        return Change(text(range), "") { isOn in [Edit(range, "if !\(isOn) { ", " }")] }
    }
}

extension CodeBlockItemSyntax {
    /// Whether it is a call or an assignment whose value nobody uses.
    var isSimpleStatement: Bool {
        if isInInitializer { return false }
        if isAssignment { return true }
        guard case .expr(let expression) = item else { return false }
        return expression.isCall && !ValuePosition.holds(self)
    }

    /// Whether it assigns in an initialiser, or calls another one: without that, or under a condition, most don't compile.
    private var isInInitializer: Bool {
        guard let owner = parent?.parent?.parent, owner.is(InitializerDeclSyntax.self) else { return false }
        if isAssignment { return true }
        return item.as(FunctionCallExprSyntax.self)?.calledName == "init"
    }

    var isAssignment: Bool {
        guard case .expr(let expression) = item, let infix = expression.as(InfixOperatorExprSyntax.self)
        else { return false }
        return infix.operator.is(AssignmentExprSyntax.self)
            || ["+=", "-=", "|=", "&="].contains(infix.operatorText)
    }

    var itemBefore: CodeBlockItemSyntax? {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), let index = list.index(of: self),
            index != list.startIndex
        else { return nil }
        return list[list.index(before: index)]
    }
}

extension ExprSyntax {
    /// Whether it is a call, which may be tried, awaited, or made on what is optional.
    fileprivate var isCall: Bool {
        if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isCall }
        if let suspension = self.as(AwaitExprSyntax.self) { return suspension.expression.isCall }
        if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.isCall }
        return self.is(FunctionCallExprSyntax.self)
    }
}

/// Tells what is the value of a function, closure or branch from what is done there.
private enum ValuePosition {
    /// Whether the value of an item may be used: it is the only one of its block, and the block has a value.
    static func holds(_ item: CodeBlockItemSyntax) -> Bool {
        guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
            let owner = list.parent
        else { return false }
        if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
        if let branch = owner.as(SwitchCaseSyntax.self) {
            return holds(branch: branch.parent?.parent)
        }
        guard let block = owner.parent else { return false }
        if let function = block.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        if let accessor = block.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get"
        }
        return block.is(IfExprSyntax.self) && holds(branch: block)
    }

    /// Whether the value of an `if` or `switch` may be used: it is no statement, or itself in such a place.
    private static func holds(branch: Syntax?) -> Bool {
        guard let branch else { return false }
        if let outer = branch.parent?.as(IfExprSyntax.self) { return holds(branch: Syntax(outer)) }
        guard let statement = branch.parent?.as(ExpressionStmtSyntax.self),
            let item = statement.parent?.as(CodeBlockItemSyntax.self)
        else { return true }
        return holds(item)
    }
}
