/// Operations that hand their results on.
extension FaultyOperation {
    /// What an operation fails with that has no input.
    struct InputIsMissing: Error {}

    fileprivate func handOn(_ output: Int) { domain.read { extras.output = output } }

    fileprivate func takeInput() throws -> Int {
        guard let input = domain.read({ extras.input }) else { throw InputIsMissing() }
        return input
    }

    /// Looks for the result of the operation before, which has ended; if there is none, cancels this one.
    fileprivate func lookForInput(from source: FaultyOperation?) throws {
        let isToFail = domain.change { change in
            if let source, !source.isCurrentlyCancelled || defect == .missingInputIsZero {
                extras.input = source.extras.output
                if defect == .inputIsHandedOnOnce { source.extras.output = nil }
            }
            if defect == .missingInputIsZero { extras.input = extras.input ?? 0 }
            if extras.input != nil { return false }
            if defect == .missingInputCancelsNothing { return true }
            extras.errors.append(InputIsMissing())
            cancel(&change)
            return false
        }
        if isToFail { throw InputIsMissing() }
    }
}

extension FaultySubject {
    public func makeFirstStage(_ body: @escaping @Sendable () throws -> Int) -> FaultyOperation {
        makeOperation(.throwing { $0.handOn(try body()) })
    }

    public func makeStage(
        after source: FaultyOperation, _ body: @escaping @Sendable (Int) throws -> Int
    ) -> FaultyOperation {
        let stage = makeOperation(.throwing { $0.handOn(try body($0.takeInput())) })
        stage.addDependency(source)
        stage.add(
            FaultyCondition(
                .immediate { [weak stage, weak source] in try stage?.lookForInput(from: source) }))
        return stage
    }
}

extension Defect {
    static let inputIsHandedOnOnce = Defect(
        "inputIsHandedOnOnce", .advanced,
        "of two operations that follow the same one, only the first gets its result",
        caughtBy: "12.30")
    static let missingInputIsZero = Defect(
        "missingInputIsZero", .advanced, "an operation whose input is missing runs with 0", caughtBy: "12.31")
    static let missingInputCancelsNothing = Defect(
        "missingInputCancelsNothing", .advanced,
        "an operation whose input is missing fails, and is not cancelled", caughtBy: "12.31")
}
