internal import SwiftSyntax

/// A condition of `if`, `guard`, `while` or `?:` holds where it didn't, and the other way round.
struct NegatedCondition: MutationOperator {
    let name = "negated-condition"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        if let ternary = node.as(TernaryExprSyntax.self) { return [source.negated(ternary.condition)] }
        // A negation as an operand, argument or result.
        if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!",
            node.parent?.is(ConditionElementSyntax.self) != true
        {
            return [source.negated(prefix)]
        }
        guard let condition = node.as(ConditionElementSyntax.self)?.expression else { return [] }
        return [source.negated(condition)]
    }
}

/// A condition is no longer checked, as if it held: a re-check is dropped, and a branch is always taken.
struct DroppedCondition: MutationOperator {
    let name = "dropped-condition"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let element = node.as(ConditionElementSyntax.self), let condition = element.expression
        else { return [] }
        // A loop without its only condition never ends.
        if element.isOnlyConditionOfLoop { return [] }
        return [source.alwaysTrue(condition)]
    }
}

/// The body of an `if` or `while` never runs.
struct RemovedBranch: MutationOperator {
    let name = "removed-branch"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        let conditions: ConditionElementListSyntax
        if let branch = node.as(IfExprSyntax.self) {
            conditions = branch.conditions
        } else if let loop = node.as(WhileStmtSyntax.self) {
            conditions = loop.conditions
        } else {
            return []
        }
        if conditions.areLiterallyTrue { return [] }
        let range = source.range(conditions)
        return [Change(source.text(range), "false") { isOn in [Edit(range, "!\(isOn), ")] }]
    }
}

/// One side of `&&` counts as true, or one side of `||` as false.
struct WeakenedConnective: MutationOperator {
    let name = "weakened-connective"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let infix = node.as(InfixOperatorExprSyntax.self) else { return [] }
        switch infix.operatorText {
        case "&&": return [source.alwaysTrue(infix.leftOperand), source.alwaysTrue(infix.rightOperand)]
        case "||": return [source.alwaysFalse(infix.leftOperand), source.alwaysFalse(infix.rightOperand)]
        default: return []
        }
    }
}

/// `&&` becomes `||`, and the other way round.
struct SwappedConnective: MutationOperator {
    let name = "swapped-connective"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let infix = node.as(InfixOperatorExprSyntax.self),
            let other = ["&&": "||", "||": "&&"][infix.operatorText]
        else { return [] }
        return [source.choice(infix, instead: source.text(infix, with: other))]
    }
}

extension ConditionElementSyntax {
    /// The condition, if it is an expression other than `true`, and binds nothing.
    var expression: ExprSyntax? {
        guard case .expression(let expression) = condition, !expression.is(BooleanLiteralExprSyntax.self)
        else { return nil }
        return expression
    }

    var isOnlyConditionOfLoop: Bool {
        guard let list = parent?.as(ConditionElementListSyntax.self) else { return false }
        return list.count == 1 && list.parent?.is(WhileStmtSyntax.self) == true
    }
}

extension ConditionElementListSyntax {
    /// Whether they are the `true` of `while true`.
    var areLiterallyTrue: Bool {
        guard count == 1, case .expression(let only)? = first?.condition else { return false }
        return only.is(BooleanLiteralExprSyntax.self)
    }
}

extension InfixOperatorExprSyntax {
    var operatorText: String { self.operator.trimmedDescription }
}

extension SourceText {
    /// An expression with another operator, in parentheses.
    func text(_ infix: InfixOperatorExprSyntax, with other: String) -> String {
        "(\(text(infix.leftOperand)) \(other) \(text(infix.rightOperand)))"
    }
}
