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
struct ShortenedLock: MutationOperator {
    let name = "shortened-lock"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let second = node.as(CodeBlockItemSyntax.self), let first = second.itemBefore,
            let closure = second.parent?.parent?.as(ClosureExprSyntax.self),
            let call = closure.parent?.as(FunctionCallExprSyntax.self), call.calledName == "withLock"
        else { return [] }
        let range = source.range(second)
        return [
            Change(
                "\(source.text(first.item)); \(source.text(second.item))",
                "\(source.text(first.item)); unlock; lock; \(source.text(second.item))"
            ) { isOn in [Edit(range, "if \(isOn) { mutantReleaseLock() }\n")] }
        ]
    }
}
