public import Operations

/// A random program over a queue's API: operations, queues, and threads that make calls.
///
/// Every program ends on a queue that keeps the rules:
///
/// - Dependencies lead from an operation to one with a lower number, so there is no cycle.
/// - Only waiting threads wait. What others need in order to finish is called by acting threads, which never wait.
/// - When the acting threads have ended, the runner resumes the queues, raises a limit of 0, and releases held bodies.
/// - Where there are barriers, a dependency is added before its dependent by the same thread, so that no cycle runs through a
///   barrier.
///
/// A value that never changes; the program of a seed and a size is the same in every process.
public struct FuzzProgram: Codable, Hashable, Sendable {
    /// How large a program is to be.
    public struct Size: Codable, Hashable, Sendable {
        /// The operations, barriers included.
        public var operations: Int
        /// The threads that make calls.
        public var threads: Int
        /// The calls of a thread besides those that add or start operations, at most.
        public var calls: Int

        /// - Precondition: At least one operation and one thread, and at most 64 operations.
        public init(operations: Int = 6, threads: Int = 3, calls: Int = 6) {
            precondition(
                (1...64).contains(operations) && threads >= 1 && calls >= 0,
                "a program of \(operations) operations, \(threads) threads and \(calls) calls")
            self.operations = operations
            self.threads = threads
            self.calls = calls
        }
    }

    /// An operation, or a block that is added as such or as a barrier.
    public struct Operation: Codable, Hashable, Sendable {
        /// Whether it is the block of a barrier.
        public var isBarrier = false
        /// Whether it is a block, of which the queue makes an operation.
        public var isBlock = false
        /// Whether the body waits until it is released.
        public var isHeld = false
        /// Whether it has a completion block.
        public var hasCompletion = false
        /// The raw value of the priority that it is made with.
        public var priority = 0
        /// What the body calls, before it waits.
        public var body: [FuzzCall] = []

        /// Whether it is an object that can be called: of a block, only the call that adds it is made.
        var isObject: Bool { !isBarrier && !isBlock }

        public init(
            isBarrier: Bool = false, isBlock: Bool = false, isHeld: Bool = false, hasCompletion: Bool = false,
            priority: Int = 0,
            body: [FuzzCall] = []
        ) {
            self.isBarrier = isBarrier
            self.isBlock = isBlock
            self.isHeld = isHeld
            self.hasCompletion = hasCompletion
            self.priority = priority
            self.body = body
        }
    }

    /// What the program was made from.
    public var seed: UInt64
    public var operations: [Operation]
    /// The limit of each queue at the beginning.
    public var limits: [Int]
    /// The calls of each thread.
    public var threads: [[FuzzCall]]

    /// The program of a seed and a size, of calls that need no capability that isn't claimed.
    ///
    /// - Complexity: O(operations² + threads · calls).
    public init(seed: UInt64, size: Size, claims: QueueCapabilities) {
        var generator = ProgramGenerator(seed: seed, size: size, claims: claims)
        self = generator.program()
    }

    init(seed: UInt64 = 0, operations: [Operation], limits: [Int], threads: [[FuzzCall]]) {
        self.seed = seed
        self.operations = operations
        self.limits = limits
        self.threads = threads
    }

    /// Whether a thread waits, and so may make no call that others need.
    static func isWaiting(_ thread: [FuzzCall]) -> Bool { thread.contains(where: \.waits) }

    /// The calls of all threads and bodies.
    public var calls: [FuzzCall] { threads.flatMap { $0 } + operations.flatMap(\.body) }

    /// The program without operations that nothing adds or starts, and the calls that name them.
    func withoutUnsubmitted() -> FuzzProgram {
        var program = self
        while true {
            let submitted = Set(program.calls.flatMap(\.submitted))
            if submitted.count == program.operations.count { return program }
            program = program.keeping(program.operations.indices.filter(submitted.contains))
        }
    }

    /// The program with some of the operations, and the calls that name no others.
    func keeping(_ kept: [Int]) -> FuzzProgram {
        var numbers = [Int?](repeating: nil, count: operations.count)
        for (new, old) in kept.enumerated() { numbers[old] = new }
        var program = self
        program.operations = kept.map { old in
            var operation = operations[old]
            operation.body = operation.body.compactMap { $0.renumbered(numbers) }
            return operation
        }
        program.threads = threads.map { $0.compactMap { $0.renumbered(numbers) } }.filter { !$0.isEmpty }
        return program
    }
}
