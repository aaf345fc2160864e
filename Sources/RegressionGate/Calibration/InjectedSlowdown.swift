private import CPlatform
private import ConcurrencyPrimitives

/// What a queue is made slower by on purpose, for each operation that is added.
public enum InjectedSlowdown: Hashable, Sendable, LosslessStringConvertible {
    /// Nothing: a slowed queue of its own costs a little, so the base has to be one, too.
    case none
    /// So many steps of work, each of them some part of a nanosecond.
    case work(steps: Int)
    /// One allocation, of some 32 bytes.
    case allocation

    /// As in `none`, `125` or `allocation`; nil for anything else.
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

    /// Injects it once, for one operation. No slowdown goes the same way.
    @inline(never)
    func inject() {
        if case .work(let steps) = self { oplab_slow_down(Int64(steps)) } else { oplab_slow_down(0) }
        // Kept until the next comes, so that it can't be left out.
        if case .allocation = self { Self.last.withLock { $0 = Piece() } }
    }

    private static let last = Mutex<Piece?>(nil)

    private final class Piece: Sendable {
        let first = 1
        let second = 2
    }
}
