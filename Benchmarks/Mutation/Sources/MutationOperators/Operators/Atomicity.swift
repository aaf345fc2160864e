internal import SwiftSyntax

/// A read-modify-write becomes a load and a store, between which another thread may come.
struct SplitAtomic: MutationOperator {
    let name = "split-atomic"

    /// The methods of the project's words and of the standard library's, and what `MutantSupport` adds beside them.
    private static let others = [
        "compareExchange": "mutantSplitCompareExchange", "exchange": "mutantSplitExchange",
        "formUnion": "mutantSplitFormUnion", "adding": "mutantSplitAdding",
        "subtracting": "mutantSplitSubtracting", "wrappingAdd": "mutantSplitWrappingAdd",
        "wrappingSubtract": "mutantSplitWrappingSubtract",
    ]

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let call = node.as(FunctionCallExprSyntax.self),
            let other = Self.others[call.calledName ?? ""]
        else { return [] }
        return [source.choice(call, instead: source.text(call, calling: other))]
    }
}

/// A lock is released and taken again between two statements, as if its scope ended early and another one began.
///
/// Only where what the lock guards is used before and after: elsewhere, nobody could notice.
struct ShortenedLock: MutationOperator {
    let name = "shortened-lock"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let second = node.as(CodeBlockItemSyntax.self), let first = second.itemBefore,
            let closure = second.parent?.parent?.as(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self), call.calledName == "withLock",
            !second.item.is(DeferStmtSyntax.self), isGuardedStateUsed(in: closure, onBothSidesOf: second)
        else { return [] }
        let range = source.range(second)
        return [
            Change(
                "\(source.text(first.item)); \(source.text(second.item))",
                "\(source.text(first.item)); unlock; lock; \(source.text(second.item))"
            ) { isOn in [Edit(range, "if \(isOn) { mutantReleaseLock() }\n")] }
        ]
    }

    private func isGuardedStateUsed(
        in closure: ClosureExprSyntax, onBothSidesOf second: CodeBlockItemSyntax
    ) -> Bool {
        // A closure that ignores what the lock holds uses what the lock guards besides.
        guard let state = closure.guardedName else { return true }
        let (before, after) = (
            closure.statements.filter { $0.position < second.position && !$0.item.is(DeferStmtSyntax.self) },
            closure.statements.filter { $0.position >= second.position || $0.item.is(DeferStmtSyntax.self) }
        )
        return [before, after].allSatisfy { $0.contains { $0.mentions(state) } }
    }
}

extension ClosureExprSyntax {
    /// What the closure calls its parameter; nil if it ignores it.
    fileprivate var guardedName: String? {
        switch signature?.parameterClause {
        case .simpleInput(let names): names.first.map(\.name.text).flatMap { $0 == "_" ? nil : $0 }
        case .parameterClause(let clause):
            clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }.flatMap {
                $0 == "_" ? nil : $0
            }
        case nil: "$0"
        }
    }
}

extension SyntaxProtocol {
    fileprivate func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    }
}
