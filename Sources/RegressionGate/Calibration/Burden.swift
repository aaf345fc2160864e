private import ConcurrencyPrimitives
internal import QueueBenchmarking

/// What a queue is made slower by on purpose, for each operation that is added.
public enum Burden: Hashable, Sendable, LosslessStringConvertible {
    /// Nothing: a burdened queue of its own costs a little, so the base has to be one, too.
    case none
    /// So many nanoseconds of work.
    case work(nanoseconds: Double)
    /// One allocation, of some 32 bytes.
    case allocation

    /// As in `none`, `12.5` or `allocation`; nil for anything else.
    public init?(_ description: String) {
        switch description {
        case "none": self = .none
        case "allocation": self = .allocation
        default:
            guard let nanoseconds = Double(description), nanoseconds >= 0, nanoseconds.isFinite else {
                return nil
            }
            self = .work(nanoseconds: nanoseconds)
        }
    }

    public var description: String {
        switch self {
        case .none: "none"
        case .work(let nanoseconds): "\(nanoseconds)"
        case .allocation: "allocation"
        }
    }

    /// A burden, ready to be borne: how many steps make a nanosecond is found out once.
    struct Load: Sendable {
        let steps: Int
        let allocates: Bool

        init(_ burden: Burden, _ kernel: SpinKernel) {
            switch burden {
            case .none: (steps, allocates) = (0, false)
            case .work(let nanoseconds):
                steps = Int((kernel.stepsPerMicrosecond * nanoseconds / 1_000).rounded())
                allocates = false
            case .allocation: (steps, allocates) = (0, true)
            }
        }

        /// Once for each operation.
        @inline(never)
        func bear() {
            if steps > 0 { SpinKernel.spin(steps) }
            // Kept until the next comes, so that it can't be left out.
            if allocates { Self.last.withLock { $0 = Piece() } }
        }

        private static let last = Mutex<Piece?>(nil)

        private final class Piece: Sendable {
            let first = 1
            let second = 2
        }
    }
}
