public import Kernels
public import Shapes

/// What is explored, or run on threads: a kernel of a bug, or a shape.
public protocol CorpusProgram: Sendable {
    var name: String { get }
    /// Whether there is a form without the bug.
    var hasFixedForm: Bool { get }
    /// Creates everything anew, and runs one form.
    func run(isFixed: Bool, _ expect: @escaping Shape.Expectation) async throws
}

extension Bug: CorpusProgram {
    public var hasFixedForm: Bool { true }
    public func run(isFixed: Bool, _ expect: @escaping Expectation) async throws {
        try await scenario(isFixed, expect)
    }
}

extension Shape: CorpusProgram {
    public func run(isFixed: Bool, _ expect: @escaping Expectation) async { await scenario(isFixed, expect) }
}
