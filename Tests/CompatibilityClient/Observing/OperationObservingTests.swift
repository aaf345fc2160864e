import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

// Foundation on Linux has no observation by key path. What is expected here is Apple's documentation of it.
#if DROP_IN || ALIASED
struct OperationObservingTests {
    /// What a handler was notified of: the property, the old and the new value, as far as they were asked for.
    private static func text<Value>(_ name: String, _ change: NSKeyValueObservedChange<Value>) -> String {
        let (old, new) = (change.oldValue.map { "\($0)" } ?? "-", change.newValue.map { "\($0)" } ?? "-")
        return "\(name) \(old) \(new)\(change.isPrior ? " prior" : "")"
    }

    @Test func startIsAnnounced() {
        let operation = BlockOperation {}, log = Log<String>()
        let observations = [
            operation.observe(\.isExecuting, options: [.old, .new]) {
                log.append(Self.text("executing", $1))
            },
            operation.observe(\.isFinished, options: [.old, .new]) { log.append(Self.text("finished", $1)) },
        ]
        operation.start()
        #expect(
            log.entries == ["executing false true", "executing true false", "finished false true"])
        withExtendedLifetime(observations) {}
    }

    @Test func handlerIsGivenTheSubclass() {
        let operation = Recorder(), log = Log<[String]>()
        let observation: NSKeyValueObservation = operation.observe(\.isFinished) { recorder, _ in
            log.append(recorder.notes)
        }
        operation.start()
        #expect(log.entries == [["main"]])
        withExtendedLifetime(observation) {}
    }

    @Test func valuesAreThereIfTheyAreAskedFor() {
        let operation = Operation(), log = Log<String>()
        let observations = [
            operation.observe(\.queuePriority) { log.append(Self.text("none", $1)) },
            operation.observe(\.queuePriority, options: .new) { log.append(Self.text("new", $1)) },
            operation.observe(\.queuePriority, options: .old) { log.append(Self.text("old", $1)) },
        ]
        operation.queuePriority = .high
        #expect(log.entries == ["none - -", "new - high", "old normal -"])
        withExtendedLifetime(observations) {}
    }

    @Test func initialCallComesBeforeObserveReturns() {
        let operation = Operation(), log = Log<String>()
        let observation = operation.observe(\.isReady, options: [.initial, .new, .old]) {
            log.append(Self.text("ready", $1))
        }
        #expect(log.entries == ["ready - true"])
        withExtendedLifetime(observation) {}
    }

    @Test func priorCallComesBeforeTheChange() {
        let operation = FlaggedOperation { _, done in done() }, log = Log<String>()
        let observation = operation.observe(\.isExecuting, options: [.prior, .old, .new]) {
            log.append(Self.text("\($0.isExecuting)", $1))
        }
        operation.start()
        #expect(
            log.entries == [
                "false false - prior", "true false true", "true true - prior", "false true false",
            ])
        withExtendedLifetime(observation) {}
    }

    @Test func priorCallOfAChangeByThePackageComesToo() {
        let operation = Operation(), log = Log<String>()
        let observation = operation.observe(\.queuePriority, options: [.prior, .old, .new]) {
            log.append(Self.text("priority", $1))
        }
        operation.queuePriority = .low
        #expect(log.entries == ["priority normal - prior", "priority normal low"])
        withExtendedLifetime(observation) {}
    }

    @Test func announcementOfTheSameValueIsTold() {
        let operation = Announcing(), log = Log<String>()
        let observation = operation.observe(\.isReady, options: [.old, .new]) {
            log.append(Self.text("ready", $1))
        }
        operation.announce("isReady")
        operation.announce("isReady")
        #expect(log.entries == ["ready true true", "ready true true"])
        withExtendedLifetime(observation) {}
    }

    @Test func everyAnnouncementIsTold() {
        let operation = KeyedOperation { _, done in done() }, log = Log<String>()
        let observations = [
            operation.observe(\.isExecuting, options: [.old, .new]) {
                log.append(Self.text("executing", $1))
            },
            operation.observe(\.isFinished, options: [.old, .new]) { log.append(Self.text("finished", $1)) },
        ]
        operation.start()
        // Both are announced at each change, as the class has it.
        #expect(
            log.entries == [
                "executing false true", "finished false false", "executing true false", "finished false true",
            ])
        withExtendedLifetime(observations) {}
    }

    @Test func announcementsOfAllPropertiesAreTold() {
        let operation = Announcing(), log = Log<String>()
        let observations = [
            operation.observe(\.isAsynchronous) { _, _ in log.append("asynchronous") },
            operation.observe(\.isCancelled) { _, _ in log.append("cancelled") },
            operation.observe(\.dependencies) { _, _ in log.append("dependencies") },
            operation.observe(\.queuePriority) { _, _ in log.append("priority") },
            operation.observe(\.completionBlock) { _, _ in log.append("completion") },
        ]
        for key in [
            "isAsynchronous", "isCancelled", "dependencies", "queuePriority", "completionBlock", "other",
            "concurrent", "isConcurrent",
        ] {
            operation.announce(key)
        }
        #expect(
            log.entries == [
                "asynchronous", "cancelled", "dependencies", "priority", "completion", "asynchronous",
                "asynchronous",
            ])
        withExtendedLifetime(observations) {}
    }

    /// The value that an observer gets is the subclass's own.
    @Test func overriddenDependenciesAreObserved() {
        let operation = Listing(), log = Log<Int>()
        let observation = operation.observe(\.dependencies, options: .new) { log.append($1.newValue!.count) }
        operation.willChangeValue(forKey: "dependencies")
        operation.didChangeValue(forKey: "dependencies")
        #expect(log.entries == [2])
        withExtendedLifetime(observation) {}
    }

    @Test func dependenciesAreObserved() {
        let operation = Operation(), dependency = Operation(), log = Log<String>()
        let observations = [
            operation.observe(\.dependencies, options: [.old, .new]) {
                log.append("\($1.oldValue!.count) \($1.newValue!.count)")
            },
            operation.observe(\.isReady, options: .new) { log.append(Self.text("ready", $1)) },
        ]
        operation.addDependency(dependency)
        dependency.start()
        operation.removeDependency(dependency)
        #expect(log.entries == ["0 1", "ready - false", "ready - true", "1 0"])
        withExtendedLifetime(observations) {}
    }

    @Test func cancellingIsObservedOnce() {
        let operation = Operation(), log = Log<String>()
        let observation = operation.observe(\.isCancelled, options: .new) {
            log.append(Self.text("cancelled", $1))
        }
        operation.cancel()
        operation.cancel()
        #expect(log.entries == ["cancelled - true"])
        withExtendedLifetime(observation) {}
    }

    @Test func invalidatedObserverIsNotTold() {
        let operation = Operation(), log = Log<Int>()
        let observation = operation.observe(\.isCancelled) { _, _ in log.append(1) }
        observation.invalidate()
        operation.cancel()
        #expect(log.entries == [])
    }

    @Test func releasedObserverIsNotTold() {
        let operation = Operation(), log = Log<Int>()
        var observation: NSKeyValueObservation? = operation.observe(\.isCancelled) { _, _ in log.append(1) }
        #expect(observation != nil)
        observation = nil
        operation.cancel()
        #expect(log.entries == [])
    }

    @Test func observersAreToldEach() {
        let operation = Operation(), log = Log<Int>()
        let observations = (0..<3).map { number in
            operation.observe(\.isCancelled) { _, _ in log.append(number) }
        }
        operation.cancel()
        #expect(log.entries == [0, 1, 2])
        withExtendedLifetime(observations) {}
    }

    @Test func affectingKeyAnnouncesTheProperty() {
        let operation = StateMachine(), log = Log<String>()
        let observations = [
            operation.observe(\.isExecuting, options: .new) { log.append(Self.text("executing", $1)) },
            operation.observe(\.isFinished, options: .new) { log.append(Self.text("finished", $1)) },
        ]
        operation.start()
        #expect(
            log.entries == [
                "executing - true", "finished - false", "executing - false", "finished - true",
            ])
        #expect(operation.isFinished)
        withExtendedLifetime(observations) {}
    }

    @Test func affectingKeyEndsTheOperation() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<Int>(), first = StateMachine()
            let second = BlockOperation { log.append(2) }
            second.addDependency(first)
            queue.addOperations([second, first], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == [2])
    }

    @Test func propertyOfTheSubclassIsObserved() {
        let operation = StateMachine(), log = Log<String>()
        let observation = operation.observe(\.phase, options: [.initial, .old, .new]) {
            log.append(Self.text("phase", $1))
        }
        operation.start()
        #expect(log.entries == ["phase - 0", "phase 0 1", "phase 1 2"])
        withExtendedLifetime(observation) {}
    }

    @Test func observedOperationRunsInAQueue() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<String>(), operation = ParseOperation()
            let isTold = Latch()
            let observation = operation.observe(\.isFinished, options: .new) {
                log.append(Self.text("finished", $1))
                isTold.open()
            }
            queue.addOperations([operation], waitUntilFinished: true)
            // Who waits for the end may go on before the observers are notified.
            isTold.wait()
            return withExtendedLifetime(observation) { log.entries }
        }
        #expect(entries == ["finished - true"])
    }

    @Test func changeIsASetting() {
        let operation = Operation(), log = Log<Bool>()
        let observation = operation.observe(\.isCancelled) {
            log.append($1.kind == .setting && $1.indexes == nil)
        }
        operation.cancel()
        #expect(log.entries == [true])
        withExtendedLifetime(observation) {}
    }
}
#endif
