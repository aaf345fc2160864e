internal import SwiftSyntax

/// A bound moves by one, or an equality becomes its contrary.
struct SwappedComparison: MutationOperator {
    let name = "swapped-comparison"

    private static let others = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let infix = node.as(InfixOperatorExprSyntax.self) else { return [] }
        if let other = Self.others[infix.operatorText] {
            return [source.choice(infix, instead: source.text(infix, with: other))]
        }
        // As a whole condition, it is negated already.
        if ["==", "!=", "===", "!=="].contains(infix.operatorText),
            node.parent?.is(ConditionElementSyntax.self) != true
        {
            return [source.negated(infix)]
        }
        return []
    }
}

/// Another operator computes the value: a sum becomes a difference, a union an intersection.
struct SwappedArithmetic: MutationOperator {
    let name = "swapped-arithmetic"

    private static let others = [
        "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&+": "&-", "&-": "&+", "|": "&", "&": "|",
        "^": "|",
        "<<": ">>", ">>": "<<",
    ]
    private static let assignments = ["+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="]

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let infix = node.as(InfixOperatorExprSyntax.self) else { return [] }
        if let other = Self.others[infix.operatorText] {
            return [source.choice(infix, instead: source.text(infix, with: other))]
        }
        guard let other = Self.assignments[infix.operatorText],
            let item = node.parent?.as(CodeBlockItemSyntax.self)
        else { return [] }
        let (range, left, right) = (
            source.range(item.item), source.text(infix.leftOperand), source.text(infix.rightOperand)
        )
        let instead = "\(left) \(other) \(right)"
        return [
            Change(source.text(infix), instead) { isOn in
                [Edit(range, "if \(isOn) { \(instead) } else { ", " }")]
            }
        ]
    }
}

/// A whole number is one more or one less, and `true` is `false`.
struct ChangedConstant: MutationOperator {
    let name = "changed-constant"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        if let literal = node.as(BooleanLiteralExprSyntax.self) {
            if node.parent?.is(ConditionElementSyntax.self) == true { return [] }
            return [source.negated(literal)]
        }
        guard let literal = node.as(IntegerLiteralExprSyntax.self), let value = literal.value else {
            return []
        }
        let others = value == 0 ? [1] : [value + 1, value - 1]
        return others.map { source.choice(literal, instead: "\($0)") }
    }
}

extension IntegerLiteralExprSyntax {
    fileprivate var value: Int? {
        let digits = literal.text.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
            return Int(digits.dropFirst(2), radix: radix)
        }
        return Int(digits)
    }
}

/// A reference that should be counted isn't, or the other way round.
struct ChangedRetain: MutationOperator {
    let name = "changed-retain"

    private static let others = [
        "passRetained": "passUnretained", "passUnretained": "passRetained",
        "takeRetainedValue": "takeUnretainedValue", "takeUnretainedValue": "takeRetainedValue",
    ]

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let call = node.as(FunctionCallExprSyntax.self),
            let other = Self.others[call.calledName ?? ""]
        else { return [] }
        return [source.choice(call, instead: source.text(call, calling: other))]
    }
}

extension FunctionCallExprSyntax {
    /// The name of the called function or method.
    var calledName: String? {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text
        }
        return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

extension SourceText {
    /// A call of a method, with another name.
    func text(_ call: FunctionCallExprSyntax, calling other: String) -> String {
        guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName else {
            return text(call)
        }
        let (whole, part) = (range(call), range(name))
        return text(whole.lowerBound..<part.lowerBound) + other + text(part.upperBound..<whole.upperBound)
    }
}
