#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

#if DROP_IN || ALIASED
final class Listing: Operation, @unchecked Sendable {
    private let listed = [Operation(), Operation()]

    override var dependencies: [Operation] { listed }
}

final class Announcing: Operation, @unchecked Sendable {
    func announce(_ key: String) {
        willChangeValue(forKey: key)
        didChangeValue(forKey: key)
    }
}

/// An operation whose states follow from one number.
final class StateMachine: Operation, @unchecked Sendable {
    @Guarded private var number = 0

    var phase: Int { number }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        switch key {
        // One of them in two steps.
        case "isExecuting": ["phase"]
        case "isFinished": ["isExecuting"]
        default: super.keyPathsForValuesAffectingValue(forKey: key)
        }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { number == 1 }
    override var isFinished: Bool { number == 2 }

    override func start() {
        set(1)
        set(2)
    }

    private func set(_ phase: Int) {
        willChangeValue(for: \StateMachine.phase)
        willChangeValue(forKey: "phase")
        number = phase
        didChangeValue(forKey: "phase")
        didChangeValue(for: \StateMachine.phase)
    }
}
#endif
