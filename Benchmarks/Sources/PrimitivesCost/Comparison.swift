/// The same action with one of our primitives, and with the system's primitive under it.
struct Comparison: Sendable {
    /// A loop that repeats the action.
    typealias Loop = @Sendable (_ iterations: Int) -> Void

    let name: String
    /// The iterations that take about a millisecond.
    let iterations: Int
    /// Whether the loop can be run under valgrind, which aborts on programs that create tasks. The instructions of
    /// loops that use several threads vary between runs.
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
