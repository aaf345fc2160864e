import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rule 1.26: who is asked whether it is ready, before it is in a queue.
struct ReadinessWithoutQueueTests {
    @Test func readinessIsAskedWhenADependencyIsAdded() {
        let operation = Curious()
        operation.addDependency(Operation())
        #expect(operation.questions == 1)
    }

    @Test func readinessIsAskedWhenTheLastDependencyEnds() {
        let operation = Curious(), dependencies = [Operation(), Operation()]
        for dependency in dependencies { operation.addDependency(dependency) }
        let before = operation.questions
        dependencies[0].start()
        #expect(operation.questions == before)
        dependencies[1].start()
        #expect(operation.questions == before + 1)
    }

    @Test func conditionsMayBeEvaluatedThen() async {
        let entries = await onThread {
            let queue = OperationQueue(), log = Log<String>(),
                dependency = BlockOperation { log.append("dependency") }
            let operation = Conditional(log)
            operation.addDependency(dependency)
            dependency.start()
            log.append("added")
            queue.addOperations([operation], waitUntilFinished: true)
            return log.entries
        }
        #expect(entries == ["dependency", "evaluated", "added", "main"])
    }
}

/// Counts how often it is asked.
private final class Curious: Operation, @unchecked Sendable {
    @Guarded private(set) var questions = 0

    override var isReady: Bool {
        questions += 1
        return super.isReady
    }
}

/// Begins to evaluate its conditions when its dependencies have ended, as the sample of WWDC 2015 does.
private final class Conditional: Operation, @unchecked Sendable {
    private let log: Log<String>
    @Guarded private var hasEvaluated = false

    init(_ log: Log<String>) { self.log = log }

    override var isReady: Bool {
        guard super.isReady, !dependencies.isEmpty else { return false }
        if !hasEvaluated {
            hasEvaluated = true
            log.append("evaluated")
        }
        return true
    }

    override func main() { log.append("main") }
}
