/// Searches for an order in which what happened may have taken effect, so that a model allows each step.
///
/// Each action took effect at some time within its interval. Wing, Gong: *Testing and Verifying Concurrent Objects*, 1993. A
/// configuration, that is which actions have taken effect and the model's state then, is entered once: Lowe, *Testing for
/// Linearizability*, 2017. A history is divided into parts that are searched apart, such as one operation or one setting: Horn,
/// Kroening, *Faster linearizability checking via P-compositionality*, 2015.
struct LinearizationSearch<Model: ReferenceModel> {
    /// An action, and when it took effect.
    struct Step {
        let action: Model.Action
        let interval: Interval

        init(_ action: Model.Action, _ interval: Interval) {
            self.action = action
            self.interval = interval
        }
    }

    enum Result {
        /// There is an order.
        case allowed
        /// There is none. The step is one that has no place after as many others as can have taken effect.
        case refused(Step)
        /// The budget ended before the search.
        case undecided
    }

    private struct Configuration: Hashable {
        /// Which steps have taken effect, a bit each.
        var done: [UInt64]
        var state: Model.State
    }

    private let steps: [Step]
    private let initial: Model.State

    init(_ steps: [Step], from initial: Model.State) {
        self.steps = steps.sorted { $0.interval.from < $1.interval.from }
        self.initial = initial
    }

    /// - Parameter budget: The number of configurations to enter, which the search lowers.
    /// - Complexity: O(2^w · steps²) in the worst case, where w steps overlap.
    func run(_ budget: inout Int) -> Result {
        var seen: Set<Configuration> = []
        var stack = [Configuration(done: Array(repeating: 0, count: (steps.count + 63) / 64), state: initial)]
        var deepest = -1
        var refused: Step?
        while let configuration = stack.popLast() {
            guard seen.insert(configuration).inserted else { continue }
            budget -= 1
            if budget < 0 { return .undecided }
            let left = steps.indices.filter { !isDone($0, configuration) }
            // A step that hasn't taken effect when its interval ends has to come first.
            guard let last = left.min(by: { steps[$0].interval.to < steps[$1].interval.to }),
                steps[last].interval.to != Interval.never
            else { return .allowed }
            if steps.count - left.count > deepest {
                deepest = steps.count - left.count
                refused = steps[last]
            }
            for index in left.reversed() where steps[index].interval.from <= steps[last].interval.to {
                for state in Model.next(configuration.state, steps[index].action) {
                    var next = configuration
                    next.done[index / 64] |= 1 << UInt64(index % 64)
                    next.state = state
                    stack.append(next)
                }
            }
        }
        guard let refused else { fatalError("A search without steps has found no order.") }
        return .refused(refused)
    }

    private func isDone(_ index: Int, _ configuration: Configuration) -> Bool {
        configuration.done[index / 64] & (1 << UInt64(index % 64)) != 0
    }
}
