internal import SwiftSyntax

/// A loop ends after its body has run once: nothing is tried again.
struct LoopedOnce: MutationOperator {
    let name = "once-instead-of-loop"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        let body: CodeBlockSyntax
        if let loop = node.as(WhileStmtSyntax.self) {
            body = loop.body
        } else if let loop = node.as(ForStmtSyntax.self) {
            body = loop.body
        } else if let loop = node.as(RepeatStmtSyntax.self) {
            body = loop.body
        } else {
            return []
        }
        if body.endsWithJump { return [] }
        let end = body.rightBrace.positionAfterSkippingLeadingTrivia.utf8Offset
        return [
            Change(source.text(node), "once: \(source.text(node))") { isOn in
                [Edit(end..<end, "\nif \(isOn) { break }\n")]
            }
        ]
    }
}

/// A branch is taken again as long as its condition holds.
struct LoopedBranch: MutationOperator {
    let name = "loop-instead-of-once"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let branch = node.as(IfExprSyntax.self), branch.elseBody == nil, !branch.body.endsWithJump,
            node.parent?.is(ExpressionStmtSyntax.self) == true,
            let item = node.parent?.parent?.as(CodeBlockItemSyntax.self)
        else { return [] }
        let range = source.range(item)
        let loop = "while \(source.text(branch.conditions)) \(source.text(branch.body))"
        return [
            Change(source.text(branch), loop) { isOn in
                [Edit(range, "if \(isOn) { \(loop) } else { ", "\n}")]
            }
        ]
    }
}

extension CodeBlockSyntax {
    /// Whether what follows its last statement can't be reached.
    var endsWithJump: Bool {
        guard let last = statements.last?.item else { return false }
        return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self)
            || last.is(BreakStmtSyntax.self)
            || last.is(ContinueStmtSyntax.self)
    }
}
