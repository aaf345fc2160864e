internal import SwiftSyntax

/// What isn't changed, because no rule is meant to notice it, or because it isn't part of the built program.
enum Scope {
    /// Checks that stop a program in error: their arguments are messages, or are left out of a release build.
    private static let stops: Set = [
        "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError", "misuse",
    ]

    /// What a primitive does for the explorer. The explorer is the judge, and not what is judged.
    static func isOfExplorer(function: String) -> Bool {
        function.contains("UnderExploration") || function.hasPrefix("pointTo") || function == "announceUnpark"
    }

    /// Whether the walk leaves a node and all below it out.
    static func leavesOut(_ node: Syntax) -> Bool {
        if node.is(StringLiteralExprSyntax.self) || node.is(AttributeListSyntax.self) { return true }
        if node.is(TypeSyntax.self) || node.is(GenericArgumentSyntax.self) { return true }
        if node.is(EnumCaseElementSyntax.self) || node.is(MacroExpansionExprSyntax.self) { return true }
        if node.is(ImportDeclSyntax.self) || node.is(AvailabilityConditionSyntax.self) { return true }
        if let item = node.as(CodeBlockItemSyntax.self), item.stops { return true }
        if let call = node.as(FunctionCallExprSyntax.self), stops.contains(call.calledName ?? "") {
            return true
        }
        // The branch that a running exploration takes; `else` stays.
        if let list = node.as(ConditionElementListSyntax.self) { return list.asksForExploration }
        if let block = node.as(CodeBlockSyntax.self),
            let branch = block.parent?.as(IfExprSyntax.self), branch.body.id == block.id
        {
            return branch.conditions.asksForExploration
        }
        return false
    }

    /// Whether operators are asked at a node. If not, the walk goes on below it.
    static func asks(at node: Syntax) -> Bool {
        if let branch = node.as(IfExprSyntax.self) { return !branch.conditions.asksForExploration }
        return true
    }

    /// Whether a part of `#if` is in the built program: `TSAN` and `DEBUG` aren't defined there.
    static func isBuilt(_ clause: IfConfigClauseSyntax) -> Bool {
        guard let condition = clause.condition?.trimmedDescription else { return true }
        return !["TSAN", "DEBUG"].contains(condition)
    }
}

extension CodeBlockItemSyntax {
    fileprivate var stops: Bool {
        item.as(FunctionCallExprSyntax.self).map { Scope.leavesOut(Syntax($0)) } ?? false
    }
}

extension ConditionElementListSyntax {
    fileprivate var asksForExploration: Bool {
        contains { $0.condition.trimmedDescription.contains("isExploring()") }
    }
}
