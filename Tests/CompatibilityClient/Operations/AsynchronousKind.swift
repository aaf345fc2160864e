#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// The ways in which people write an operation that ends later.
enum AsynchronousKind: CaseIterable, Sendable {
    case storedFlags, stateThatAnnounces, baseClassWithFinish, announcesByName

    /// An operation that does `work`, and ends when that calls `done`.
    func make(
        _ work: @escaping @Sendable (_ operation: Operation, _ done: @escaping @Sendable () -> Void) -> Void
    ) -> Operation {
        switch self {
        case .storedFlags: FlaggedOperation(work: work)
        case .stateThatAnnounces: StatefulOperation(work: work)
        case .baseClassWithFinish: ClosureOperation(work: work)
        case .announcesByName: KeyedOperation(work: work)
        }
    }
}
