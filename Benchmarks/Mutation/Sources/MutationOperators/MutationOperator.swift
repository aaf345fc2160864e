internal import SwiftSyntax

/// One way to change a program.
protocol MutationOperator: Sendable {
    /// A short name, such as `dropped-statement`.
    var name: String { get }

    /// The changes whose place is this node. A walk asks for each node.
    func changes(at node: Syntax, in source: SourceText) -> [Change]
}

/// All operators, in the order in which their mutants are numbered at one node.
enum MutationOperators {
    static let all: [any MutationOperator] = [
        NegatedCondition(), DroppedCondition(), RemovedBranch(), WeakenedConnective(), SwappedConnective(),
        SwappedComparison(), SwappedArithmetic(), ChangedConstant(), DroppedStatement(), DroppedJump(),
        SwappedStatements(kind: .any), SwappedStatements(kind: .publishing), DroppedDefer(), LoopedOnce(),
        LoopedBranch(), SplitAtomic(), ShortenedLock(), ChangedRetain(),
    ]

    /// Those whose mutants can't be switched at run time.
    static let withOwnBuild: [any MutationOperator] = [ChangedOwnership(), ChangedLayout()]
}

/// The names of all operators.
public let mutationOperatorNames = (MutationOperators.all + MutationOperators.withOwnBuild).map(\.name)
