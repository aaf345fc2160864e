internal import ConcurrencyPrimitives

/// What has to be met before an operation starts.
///
/// `@unchecked Sendable`: the `var` is read and written under the lock of the `FixtureDomain` of its operations only.
final class FaultyCondition: @unchecked Sendable {
    enum Evaluation: Sendable {
        case immediate(@Sendable () throws -> Void)
        case awaited(@Sendable () async throws -> Void)
    }

    /// What a negated condition fails with.
    struct WasMet: Error {}

    let makeDependency: (@Sendable () -> FaultyOperation)?
    let evaluation: Evaluation

    /// Whether it was asked for a dependency; only a defect looks.
    var hasBeenAsked = false

    init(_ evaluation: Evaluation, dependency makeDependency: (@Sendable () -> FaultyOperation)? = nil) {
        self.evaluation = evaluation
        self.makeDependency = makeDependency
    }

    /// The negation of a condition that is evaluated by `evaluate`.
    static func negating(_ evaluate: @escaping @Sendable () throws -> Void, _ defect: Defect?)
        -> FaultyCondition
    {
        if defect == .negationIsIgnored { return FaultyCondition(.immediate(evaluate)) }
        return FaultyCondition(
            .immediate {
                do { try evaluate() } catch { return }
                throw WasMet()
            })
    }
}

extension FaultyOperation {
    func add(_ condition: FaultyCondition) {
        domain.read {
            extras.conditions.append(condition)
            extras.evaluation = .notBegun
            if defect == .conditionsAreKept { extras.keptConditions.append(condition) }
        }
    }

    // MARK: Their dependencies

    /// What its conditions have to be added before it: called under no lock, once, before the operation joins a queue.
    func makeConditionDependencies() -> [FaultyOperation] {
        let asked = domain.read {
            let conditions = isCurrentlyCancelled ? [] : extras.conditions
            guard defect == .sharedConditionIsAskedOnce else { return conditions }
            return conditions.filter { condition in
                defer { condition.hasBeenAsked = true }
                return !condition.hasBeenAsked
            }
        }
        let made = asked.compactMap { $0.makeDependency?() }
        if defect != .conditionDependencyHoldsNothing { made.forEach(addDependency) }
        switch defect {
        case .conditionDependencyIsNotAdded: return []
        case .conditionDependencyGoesElsewhere:
            let elsewhere = FaultyQueue(in: domain, defect: defect)
            made.forEach(elsewhere.addOperation)
            return []
        default: return made
        }
    }

    // MARK: Evaluating

    /// Whether the conditions have not been evaluated, and hold the operation back.
    var isHeldByConditions: Bool {
        switch extras.evaluation {
        case nil, .met, .failed: false
        case .notBegun, .underWay: true
        }
    }

    /// Whether a defect has the operation wait for the end of the evaluation though it is cancelled.
    var waitsForEvaluation: Bool {
        defect == .cancelledWaitsForEvaluation && extras.evaluation == .underWay
    }

    /// Whether the conditions are to be evaluated now.
    var isToBeEvaluated: Bool {
        guard extras.evaluation == .notBegun, !isCurrentlyCancelled, !hasEnded else { return false }
        return defect == .evaluationIsBeforeDependencies || isFreeOfDependencies
    }

    var hasFailedCondition: Bool {
        extras.evaluation == .failed && defect != .failedConditionRunsBody
    }

    /// Evaluates all conditions, those that take their time in a task.
    func evaluate() {
        if defect == .evaluationLooksFirst {
            // Another change may have found the same.
            guard domain.read({ extras.evaluation == .notBegun }) else { return }
            domain.read { extras.evaluation = .underWay }
        }
        var (errors, awaited): ([any Error], [@Sendable () async throws -> Void]) = ([], [])
        for condition in domain.read({ extras.conditions }) {
            switch condition.evaluation {
            case .immediate(let evaluate): do { try evaluate() } catch { errors.append(error) }
            case .awaited(let evaluate): awaited.append(evaluate)
            }
        }
        guard errors.isEmpty, !awaited.isEmpty else { return conclude(errors) }
        if defect == .startIsBeforeEvaluation {
            domain.change { _ in
                extras.evaluation = .met
                didChange()
            }
        }
        let task = startTask { [awaited] in
            var errors: [any Error] = []
            for evaluate in awaited { do { try await evaluate() } catch { errors.append(error) } }
            self.conclude(errors)
        }
        let missed = domain.read {
            if extras.evaluation == .underWay { extras.evaluationTask = task }
            return hasEnded || isCurrentlyCancelled
        }
        if missed { task.cancel() }
    }

    /// Says how the evaluation has come out.
    private func conclude(_ errors: [any Error]) {
        let wasCancelled = defect == .evaluationForgetsCancel ? domain.read { isCurrentlyCancelled } : false
        domain.change { _ in
            extras.evaluationTask = nil
            if hasEnded {
                if defect == .lateConditionAddsError { extras.errors += errors }
                return
            }
            if defect == .evaluationForgetsCancel { isCurrentlyCancelled = wasCancelled }
            if defect != .conditionsAreEvaluatedAgain { extras.conditions = [] }
            extras.evaluation = errors.isEmpty ? .met : .failed
            if defect != .failedConditionLosesError { extras.errors += errors }
            didChange()
        }
    }

    /// What a defect does where it is asked whether the operation is ready.
    func evaluateAgain() {
        guard defect == .conditionsAreEvaluatedAgain else { return }
        let conditions = domain.read { extras.evaluation == .met ? extras.conditions : [] }
        for case .immediate(let evaluate) in conditions.map(\.evaluation) { try? evaluate() }
    }
}

extension FaultyQueue {
    /// Has the conditions evaluated of those whose dependencies have ended.
    func lookAtConditions(_ change: inout Change) {
        for operation in unevaluated where operation.isToBeEvaluated {
            if defect != .evaluationLooksFirst { operation.extras.evaluation = .underWay }
            change.evaluations.append(operation)
        }
        unevaluated.removeAll { $0.extras.evaluation != .notBegun || $0.hasEnded }
    }
}

extension Defect {
    static let negationIsIgnored = Defect(
        "negationIsIgnored", .advanced, "a negated condition is met if the condition that it negates is",
        caughtBy: "12.14")
    static let sharedConditionIsAskedOnce = Defect(
        "sharedConditionIsAskedOnce", .advanced,
        "a condition of two operations is asked for its dependency by the first of them only",
        caughtBy: "12.15")
    static let conditionDependencyHoldsNothing = Defect(
        "conditionDependencyHoldsNothing", .advanced,
        "a condition's dependency is added, and the operation does not wait for it", caughtBy: "12.3")
    static let conditionDependencyIsNotAdded = Defect(
        "conditionDependencyIsNotAdded", .advanced,
        "an operation waits for its condition's dependency, which nobody adds", caughtBy: "12.3", "12.15")
    static let conditionDependencyGoesElsewhere = Defect(
        "conditionDependencyGoesElsewhere", .advanced,
        "a condition's dependency is added to a queue of its own", caughtBy: "12.3")
    static let startIsBeforeEvaluation = Defect(
        "startIsBeforeEvaluation", .advanced,
        "an operation does not wait for conditions whose evaluation takes its time",
        caughtBy: "12.1", "12.2", "12.4", "12.13")
    static let evaluationIsBeforeDependencies = Defect(
        "evaluationIsBeforeDependencies", .advanced,
        "conditions are evaluated when the operation is added, whatever it depends on",
        caughtBy: "12.1", "12.3", "12.30")
    static let cancelledWaitsForEvaluation = Defect(
        "cancelledWaitsForEvaluation", .advanced,
        "an operation that is cancelled waits for the end of the evaluation of its conditions",
        caughtBy: "12.13")
    static let failedConditionRunsBody = Defect(
        "failedConditionRunsBody", .advanced, "an operation runs though a condition of it has failed",
        caughtBy: "12.2", "12.14")
    static let failedConditionLosesError = Defect(
        "failedConditionLosesError", .advanced, "the error of a failed condition is not kept",
        caughtBy: "12.2", "12.14")
    static let evaluationLooksFirst = Defect(
        race: "evaluationLooksFirst", .advanced,
        "two threads that both find the conditions not evaluated both evaluate them", caughtBy: "12.12")
    static let evaluationForgetsCancel = Defect(
        race: "evaluationForgetsCancel", .advanced,
        "the end of an evaluation writes back the state that it has read before, and loses a cancel",
        caughtBy: "12.13")
    static let lateConditionAddsError = Defect(
        "lateConditionAddsError", .advanced,
        "a condition that fails after the operation has finished adds its error", caughtBy: "12.13")
    static let conditionsAreEvaluatedAgain = Defect(
        "conditionsAreEvaluatedAgain", .advanced,
        "conditions are evaluated anew whenever an operation is asked whether it is ready",
        caughtBy: "12.12")
    static let conditionsAreKept = Defect(
        "conditionsAreKept", .advanced, "the conditions of an operation live as long as the operation",
        caughtBy: "12.26")
}
