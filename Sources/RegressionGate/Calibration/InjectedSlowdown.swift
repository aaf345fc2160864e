private import CPlatform
private import ConcurrencyPrimitives

/// A deliberate slowdown of a queue, for each added operation.
public enum InjectedSlowdown: Hashable, Sendable, LosslessStringConvertible {
    /// No slowdown. The wrapper itself costs a little, so the base needs it, too.
    case none
    /// Steps of work, each a fraction of a nanosecond.
    case work(steps: Int)
    /// One allocation of some 32 bytes.
    case allocation

    /// Parses `none`, a number of steps as `125`, or `allocation`; nil for anything else.
    public init?(_ description: String) {
        switch description {
        case "none": self = .none
        case "allocation": self = .allocation
        default:
            guard let steps = Int(description), steps >= 0 else { return nil }
            self = .work(steps: steps)
        }
    }

    public var description: String {
        switch self {
        case .none: "none"
        case .work(let steps): "\(steps)"
        case .allocation: "allocation"
        }
    }

    /// Slows one operation down. The case `none` takes the same path.
    @inline(never)
    func inject() {
        if case .work(let steps) = self { oplab_slow_down(Int64(steps)) } else { oplab_slow_down(0) }
        // Stored until the next call, so that the compiler can't remove the allocation.
        if case .allocation = self { Self.last.withLock { $0 = Piece() } }
    }

    private static let last = Mutex<Piece?>(nil)

    private final class Piece: Sendable {
        let first = 1
        let second = 2
    }
}
