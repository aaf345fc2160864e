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
        let isReturn = item.item.as(ReturnStmtSyntax.self)?.expression == nil && item.item.is(ReturnStmtSyntax.self)
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
            && second.item.as(FunctionCallExprSyntax.self).map { Self.publishing.contains($0.calledName ?? "") }
                == true
        if publishes != (kind == .publishing) { return [] }
        let (range, text, before) = (source.range(second), source.text(second), source.range(first))
        return [
            Change("\(source.text(first)); \(text)", "\(text); \(source.text(first))") { isOn in
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
        let range = range(item)
        return Change(text(range), "") { isOn in [Edit(range, "if !\(isOn) { ", " }")] }
    }
}

extension CodeBlockItemSyntax {
    /// Whether it is a call or an assignment whose value nobody uses.
    var isSimpleStatement: Bool {
        guard case .expr(let expression) = item else { return false }
        if expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self) { return false }
        return isAssignment || !isValue
    }

    var isAssignment: Bool {
        guard case .expr(let expression) = item, let infix = expression.as(InfixOperatorExprSyntax.self)
        else { return false }
        return infix.operator.is(AssignmentExprSyntax.self) || ["+=", "-=", "|=", "&="].contains(infix.operatorText)
    }

    var itemBefore: CodeBlockItemSyntax? {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), let index = list.index(of: self),
            index != list.startIndex
        else { return nil }
        return list[list.index(before: index)]
    }

    /// Whether it may be the value of the function, closure or branch that it is the only item of.
    private var isValue: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        guard let owner = list.parent else { return false }
        if owner.is(ClosureExprSyntax.self) || owner.is(AccessorBlockSyntax.self) { return true }
        if let branch = owner.as(SwitchCaseSyntax.self) {
            return (branch.parent?.parent?.parent?.as(CodeBlockItemSyntax.self)?.isValue)
                ?? (branch.parent?.parent?.parent?.is(ExpressionStmtSyntax.self) != true)
        }
        guard let block = owner.parent else { return false }
        if let function = block.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause != nil
        }
        if let accessor = block.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get"
        }
        if let branch = block.as(IfExprSyntax.self) { return branch.isValue }
        return false
    }
}

extension IfExprSyntax {
    fileprivate var isValue: Bool {
        if let outer = parent?.as(IfExprSyntax.self) { return outer.isValue }
        guard let statement = parent?.as(ExpressionStmtSyntax.self),
            let item = statement.parent?.as(CodeBlockItemSyntax.self)
        else { return true }
        return item.isOnlyItemOfValue
    }
}

extension CodeBlockItemSyntax {
    /// For a statement that may be an expression: whether its value would be used.
    fileprivate var isOnlyItemOfValue: Bool { isValue }
}
