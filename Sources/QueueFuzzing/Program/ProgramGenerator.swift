internal import Operations
private import RandomNumbers

/// Makes a random program that ends on every queue that keeps the rules (see ``FuzzProgram``).
struct ProgramGenerator {
    /// Who adds or starts an operation.
    private enum Origin {
        case thread(Int)
        case byHand(thread: Int)
        /// The body of another operation, which may never run. So nothing else depends on it.
        case body(of: Int)
        /// A waiting thread. Nothing depends on it.
        case waitingThread
    }

    private var random: Xoshiro256
    private let seed: UInt64
    private let size: FuzzProgram.Size
    private let claims: QueueCapabilities
    private var operations: [FuzzProgram.Operation] = []
    private var origins: [Origin] = []
    private var queueOf: [Int] = []
    private var dependencies: [[Int]] = []
    private var queues = 1
    private var hasBarriers = false
    private var actingThreads = 1
    private static let priorities = [-8, -4, 0, 0, 4, 8]

    init(seed: UInt64, size: FuzzProgram.Size, claims: QueueCapabilities) {
        random = Xoshiro256(seed: seed)
        self.seed = seed
        self.size = size
        self.claims = claims
    }

    mutating func program() -> FuzzProgram {
        queues = chance(25) ? 2 : 1
        hasBarriers = claims.contains(.barriers) && chance(40)
        let waitingThreads = min(size.threads - 1, chance(50) ? 0 : chance(60) ? 1 : 2)
        actingThreads = size.threads - waitingThreads
        for _ in 0..<size.operations { makeOperation(waitingThreads > 0) }
        let limits = (0..<queues).map { _ in initialLimit }
        for number in operations.indices { fillBody(number) }
        var threads = (0..<actingThreads).map { actingThread($0) }
        threads += (0..<waitingThreads).map { waitingThread(adds: $0 == 0) }
        return FuzzProgram(seed: seed, operations: operations, limits: limits, threads: threads)
            .withoutUnsubmitted()
    }

    private mutating func chance(_ percent: Int) -> Bool { random.next(below: 100) < percent }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[random.next(below: elements.count)]
    }

    private var initialLimit: Int {
        mutating get {
            guard claims.contains(.concurrencyLimit) else { return -1 }
            return one(of: claims.contains(.overlap) ? [1, 1, 1, 1, 2, 2, 3, -1] : [1])
        }
    }

    // MARK: Operations

    private mutating func makeOperation(_ hasWaitingThread: Bool) {
        let number = operations.count
        var operation = FuzzProgram.Operation()
        let thread = random.next(below: actingThreads)
        var origin = Origin.thread(thread)
        let adders = operations.indices.filter {
            if case .thread = origins[$0], operations[$0].isObject { true } else { false }
        }
        switch random.next(below: 100) {
        case ..<10 where claims.contains(.lifeCycle): origin = .byHand(thread: thread)
        case 10..<22 where !adders.isEmpty: origin = .body(of: one(of: adders))
        case 22..<32 where hasWaitingThread: origin = .waitingThread
        case 32..<50 where hasBarriers: operation.isBarrier = true
        case 50..<58: operation.isBlock = true
        default: break
        }
        if case .thread = origin, chance(20) { operation.isHeld = true }
        if operation.isObject {
            operation.hasCompletion = claims.contains(.completionBlocks) && chance(30)
            if claims.contains(.priorities), chance(40) { operation.priority = one(of: Self.priorities) }
        }
        operations.append(operation)
        origins.append(origin)
        queueOf.append(random.next(below: queues))
        dependencies.append(!operation.isObject ? [] : chosenDependencies(of: number, origin))
    }

    /// The operations that `number` may depend on, of which it gets some.
    private mutating func chosenDependencies(of number: Int, _ origin: Origin) -> [Int] {
        guard claims.contains(.dependencies) else { return [] }
        let possible: [Int]
        switch origin {
        case .thread(let thread): possible = dependable(below: number, by: thread)
        case .body(let adder):
            guard case .thread(let thread) = origins[adder] else { return [] }
            possible = dependable(below: hasBarriers ? adder : number, by: thread)
        case .byHand, .waitingThread: possible = []
        }
        return possible.filter { _ in chance(25) }
    }

    private func dependable(below number: Int, by thread: Int) -> [Int] {
        (0..<number).filter { other in
            switch origins[other] {
            case .thread(let owner), .byHand(let owner):
                operations[other].isObject && (!hasBarriers || owner == thread)
            case .body, .waitingThread: false
            }
        }
    }

    private mutating func fillBody(_ number: Int) {
        var calls: [FuzzCall] = []
        let isObject = operations[number].isObject
        if isObject, claims.contains(.lifeCycle), chance(25) {
            calls.append(.read(number, one(of: FuzzCall.Property.allCases)))
        }
        for other in operations.indices {
            if case .body(number) = origins[other] {
                calls += dependencies[other].map { .addDependency(other, on: $0) }
                calls.append(.add(other, queue: queueOf[other]))
            }
        }
        let other = random.next(below: number + 1)
        if claims.contains(.cancellation), operations[other].isObject, chance(12) {
            calls.append(.cancel(other))
        }
        let held = operations.indices.filter { operations[$0].isHeld && $0 != number }
        if !held.isEmpty, chance(15) { calls.append(.release(one(of: held))) }
        operations[number].body = calls
    }

    // MARK: Threads

    private mutating func actingThread(_ thread: Int) -> [FuzzCall] {
        var submissions: [[FuzzCall]] = []
        for number in operations.indices {
            switch origins[number] {
            case .thread(thread):
                let edges = dependencies[number].map { FuzzCall.addDependency(number, on: $0) }
                let isLate = chance(20)
                let add = FuzzCall.add(number, queue: queueOf[number])
                // Whether it has started by then decides whether a late dependency holds it back (3.10).
                let look: [FuzzCall] =
                    claims.contains(.lifeCycle) && !edges.isEmpty ? [.read(number, .isExecuting)] : []
                submissions.append(isLate ? [add] + edges + look : edges + [add])
            case .byHand(thread): submissions.append([.start(number)])
            default: break
            }
        }
        if !hasBarriers { submissions.shuffle(using: &random) }
        if claims.contains(.batches), chance(35) { joinAdjacent(&submissions) }
        var calls = submissions.flatMap { $0 }
        for _ in 0..<random.next(below: size.calls + 1) {
            let burst = freeCalls(isActing: true)
            calls.insert(contentsOf: burst, at: random.next(below: calls.count + 1))
        }
        if chance(70) { calls += callsThatGoOn(after: calls) }
        return calls
    }

    /// Resumes what the calls leave suspended, and raises a limit that they leave at 0.
    private func callsThatGoOn(after calls: [FuzzCall]) -> [FuzzCall] {
        (0..<queues).flatMap { queue in
            let suspends = calls.last { if case .setSuspended(queue, _) = $0 { true } else { false } }
            let limits = calls.last { if case .setLimit(queue, _) = $0 { true } else { false } }
            let resume = FuzzCall.setSuspended(queue: queue, false)
            return (suspends == .setSuspended(queue: queue, true) ? [resume] : [])
                + (limits == .setLimit(queue: queue, 0) ? [.setLimit(queue: queue, 1)] : [])
        }
    }

    /// Makes one call of two that add to the same queue, one right after the other.
    private mutating func joinAdjacent(_ submissions: inout [[FuzzCall]]) {
        for index in submissions.indices.dropLast() {
            guard case .add(let first, let queue) = submissions[index].last,
                case .add(let second, queue) = submissions[index + 1].last,
                operations[first].isObject, operations[second].isObject
            else { continue }
            submissions[index + 1] =
                submissions[index].dropLast() + submissions[index + 1].dropLast()
                + [.addMany([first, second], queue: queue, waits: false)]
            submissions[index] = []
            return
        }
    }

    /// A thread that waits. Of several, the first adds the operations that nothing depends on.
    private mutating func waitingThread(adds: Bool) -> [FuzzCall] {
        var calls: [FuzzCall] = []
        let own = operations.indices.filter { if case .waitingThread = origins[$0] { adds } else { false } }
        let objects = own.filter { operations[$0].isObject }
        if claims.contains(.batches), claims.contains(.lifeCycle), chance(50) {
            // Several operations of one queue in one call.
            for queue in 0..<queues {
                let together = objects.filter { queueOf[$0] == queue }
                if !together.isEmpty { calls.append(.addMany(together, queue: queue, waits: true)) }
            }
            calls += own.filter { !operations[$0].isObject }.map { .add($0, queue: queueOf[$0]) }
        } else {
            calls = own.map { .add($0, queue: queueOf[$0]) }
        }
        let waitable = operations.indices.filter { number in
            switch origins[number] {
            case .thread, .byHand: claims.contains(.lifeCycle) && operations[number].isObject
            case .body, .waitingThread: false
            }
        }
        for _ in 0...size.calls {
            var burst = freeCalls(isActing: false)
            if chance(50) {
                if chance(40) || waitable.isEmpty {
                    burst.append(.waitForAll(queue: random.next(below: queues)))
                } else {
                    let number = one(of: waitable)
                    burst.append(chance(25) ? .startAgain(number) : .wait(number))
                }
            }
            calls.insert(contentsOf: burst, at: random.next(below: calls.count + 1))
        }
        return calls
    }

    /// A call that can be made at any time, or some that belong together.
    private mutating func freeCalls(isActing: Bool) -> [FuzzCall] {
        let objects = operations.indices.filter { operations[$0].isObject }
        let queue = random.next(below: queues)
        guard let number = objects.isEmpty ? nil : one(of: objects) else {
            return [.waitForAll(queue: queue)].filter { _ in !isActing }
        }
        switch random.next(below: 100) {
        case ..<18 where claims.contains(.lifeCycle):
            return (0...random.next(below: 3)).map { _ in
                .read(number, one(of: FuzzCall.Property.allCases))
            }
        case 18..<26 where claims.contains(.enumeration): return [.readCount(queue: queue)]
        case 26..<44 where claims.contains(.cancellation):
            // Whether it has started by then decides whether its body may run (2.3).
            let look = claims.contains(.lifeCycle) && chance(40)
            return [.cancel(number)] + (look ? [.read(number, .isExecuting)] : [])
        case 44..<49 where claims.contains(.cancelAll): return [.cancelAll(queue: queue)]
        case 49..<61 where claims.contains(.priorities):
            return [.setPriority(number, one(of: Self.priorities))]
        case 61..<70 where isActing && claims.contains(.concurrencyLimit) && claims.contains(.overlap):
            return [.setLimit(queue: queue, one(of: [0, 1, 1, 2, 3]))]
        case 70..<82 where isActing && claims.contains(.suspension):
            return [.setSuspended(queue: queue, chance(50))]
        case 82..<90 where isActing:
            let held = operations.indices.filter { operations[$0].isHeld }
            return held.isEmpty ? [] : [.release(one(of: held))]
        case 90..<96 where isActing && claims.contains(.dependencies) && number != objects[0]:
            // One that is no dependency may be removed, too (3.8).
            let isStranger = dependencies[number].isEmpty || chance(40)
            let others = isStranger ? objects.filter { $0 < number } : dependencies[number]
            return [.removeDependency(number, on: one(of: others))]
        case 96..<98 where claims.contains(.suspension): return [.readSuspended(queue: queue)]
        case 98... where claims.contains(.concurrencyLimit): return [.readLimit(queue: queue)]
        default: return []
        }
    }
}
