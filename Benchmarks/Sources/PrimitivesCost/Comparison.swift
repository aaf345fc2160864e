/// One thing done with a primitive of ours, and done with what it is made of.
struct Comparison: Sendable {
    /// A loop that does the thing so many times.
    typealias Loop = @Sendable (_ iterations: Int) -> Void

    let name: String
    /// Enough iterations to last about a millisecond.
    let iterations: Int
    /// Whether the loop can be run under valgrind: it aborts on programs that create tasks, and what
    /// crosses threads isn't the same number of instructions twice.
    let isCountable: Bool
    let plain: Loop
    let ours: Loop

    init(
        _ name: String, iterations: Int, isCountable: Bool = true, plain: @escaping Loop, ours: @escaping Loop
    ) {
        self.name = name
        self.iterations = iterations
        self.isCountable = isCountable
        self.plain = plain
        self.ours = ours
    }

    static let all: [Comparison] = [
        mutex, atomicLoad, atomicStore, atomicExchange, atomicCompareExchange, atomicOr, atomicAdd, parker,
        clock, workerThread, task,
    ]
}
