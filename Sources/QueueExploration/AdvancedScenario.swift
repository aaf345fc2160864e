internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

/// What the bodies and conditions of a scenario throw; the number tells one from another.
struct ThrownInScenario: Error {
    let number: Int
}

/// What a scenario of family 12 asks a subject for, which its rule needs, and so is there.
struct AdvancedScenario<Subject: ExplorableSubject>: Sendable {
    typealias Operation = Subject.Queue.Operation

    let subject: Subject

    init(_ subject: Subject) { self.subject = subject }

    private func needed<Result>(_ get: () throws(NotClaimed) -> Result) -> Result {
        do throws(NotClaimed) { return try get() } catch {
            fatalError("An explored rule asks for what it doesn't need: \(error.capability).")
        }
    }

    var failing: any FailureSubject<Subject.Queue> {
        needed { () throws(NotClaimed) in try subject.failing }
    }
    var grouping: any GroupSubject<Subject.Queue> {
        needed { () throws(NotClaimed) in try subject.grouping }
    }
    var timing: any TimeoutSubject<Subject.Queue> {
        needed { () throws(NotClaimed) in try subject.timing }
    }
    var delegating: any QueueDelegateSubject<Subject.Queue> {
        needed { () throws(NotClaimed) in try subject.delegating }
    }

    /// An operation to which conditions, categories and observers can be added.
    func operation(_ body: @escaping @Sendable (Operation) throws -> Void) -> Operation {
        needed { () throws(NotClaimed) in try subject.makeAdvancedOperation(body) }
    }

    /// Operations of one category, which fail the schedule if two of them run at once.
    func exclusive(_ count: Int, _ bodies: ExploredBodies) -> [Operation] {
        (0..<count).map { index in
            let operation = operation { _ in bodies.run(index) }
            add([bodies.category], to: operation)
            return operation
        }
    }

    func add(_ categories: [String], to operation: Operation) {
        let excluding = needed { () throws(NotClaimed) in try subject.excluding }
        for category in categories { excluding.addCategory(category, to: operation) }
    }

    /// Adds a condition that is evaluated at once.
    func addCondition(to operation: Operation, _ evaluate: @escaping @Sendable () throws -> Void) {
        let conditioning = needed { () throws(NotClaimed) in try subject.conditioning }
        conditioning.makeCondition(dependency: nil, evaluate).add(operation)
    }

    /// Adds a condition that is evaluated in a task.
    ///
    /// - Parameter isSuspended: Whether that is suspended for a while.
    func addAsyncCondition(
        to operation: Operation, isSuspended: Bool, _ evaluate: @escaping @Sendable () throws -> Void
    ) {
        let conditioning = needed { () throws(NotClaimed) in try subject.asyncConditioning }
        let condition = conditioning.makeAsyncCondition {
            if isSuspended { await startTask {}.value }
            try evaluate()
        }
        condition.add(operation)
    }

    func observe(_ operation: Operation, _ told: NotifiedEvents) {
        let observing = needed { () throws(NotClaimed) in try subject.observing }
        observing.addObserver(to: operation) { event in
            switch event {
            case .started: told.append("started")
            case .produced: told.append("produced")
            case .finished(let errors): told.append("finished with \(errors.count)")
            }
        }
    }
}

/// What an observer or a delegate has been notified of, in its order.
final class NotifiedEvents: Sendable {
    private let events = Mutex<[String]>([])

    func append(_ event: String) { events.withLock { $0.append(event) } }

    /// What there is. Not for while the scenario runs: reading is a point of choice.
    var all: [String] { events.withLock { $0 } }

    /// Fails the schedule unless these are what was reported when it is quiescent.
    func expect(_ isRight: @escaping @Sendable ([String]) -> Bool, _ who: String) {
        ExploredSchedule.whenQuiescent { [self] in
            let told = all
            return isRight(told) ? nil : "\(who) was notified of: \(told)"
        }
    }
}

extension ExploredBodies {
    /// A category of operations that no other schedule has: what one leaves behind is in the way of none.
    var category: String { "bodies at \(UInt(bitPattern: ObjectIdentifier(self)))" }
}
