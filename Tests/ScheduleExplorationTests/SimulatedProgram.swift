import ConcurrencyPrimitives
import RandomNumbers

@testable import ScheduleExploration

/// A program of threads that only use words, locks and semaphores, and a scheduler for it. So searches can be compared without an
/// instrumented build.
struct SimulatedProgram: CustomStringConvertible {
    enum Action: Hashable {
        case load(Int), store(Int), lock(Int), unlock(Int), post(Int), wait(Int)
        /// Goes on if it gets the lock, and otherwise with these actions.
        case tryLock(Int, else: [Action])
        /// Looks at the time: how many steps each thread has made. No point of its own.
        case look
        /// Starts the next thread.
        case start
    }

    /// The first thread begins, and starts the others.
    let threads: [[Action]]

    var description: String { threads.map { "\($0)" }.joined(separator: "\n") }

    /// Runs one schedule. Returns, for each resource, the steps that used it in their order, those that only read it sorted
    /// between the others. Schedules that differ only in the order of steps that commute return the same.
    ///
    /// - Parameter shift: What is added to the names of resources, as if so many more had been used before.
    /// - Returns: Nil if threads wait for ever.
    func run(_ search: ExhaustiveSearch, shift: Int = 0) -> String? {
        var state = State(threads, shift: shift)
        while state.makeStep(search) {}
        return state.hasEnded ? state.uses.map { "\($0)" }.joined(separator: " ") : nil
    }

    typealias Results = (traces: Set<String>, schedules: Int, redundant: Int)

    /// All that a search finds.
    ///
    /// - Parameter shiftsNames: Whether resources have other names in each schedule.
    /// - Returns: Nil if a schedule doesn't end, or if there are more than `most`.
    func results(of search: ExhaustiveSearch, most: Int, shiftsNames: Bool = false) -> Results? {
        var traces: Set<String> = []
        var (schedules, redundant) = (0, 0)
        while !search.isDone {
            guard let trace = run(search, shift: shiftsNames ? schedules : 0), schedules < most,
                !search.hasDiverged
            else { return nil }
            schedules += 1
            if search.isRedundant { redundant += 1 }
            traces.insert(trace)
            search.advance()
        }
        return (traces, schedules, redundant)
    }

    /// A program of two or three threads, with few actions each.
    ///
    /// - Parameter looks: Whether steps may conflict with all others: those that look at the time, or fail to get a lock.
    static func random(looks: Bool, _ random: inout SplitMix64) -> Self {
        let others = Int.random(in: 1...2, using: &random)
        func simple() -> Action {
            let word = Int.random(in: 0..<4, using: &random) / 3
            return switch Int.random(in: 0..<(looks ? 6 : 5), using: &random) {
            case 0, 1: .load(word)
            case 2, 3: .store(word)
            case 4: .post(3)
            default: .look
            }
        }
        var threads = (0...others).map { _ in
            var actions: [Action] = []
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                switch Int.random(in: 0..<7, using: &random) {
                case 0...3: actions.append(simple())
                case 4: actions += [.lock(2), simple(), .unlock(2)]
                case 5 where looks: actions += [.tryLock(2, else: [simple()]), simple(), .unlock(2)]
                case 5: actions += [.lock(2), simple(), simple(), .unlock(2)]
                default: actions.append(.wait(3))
                }
            }
            return actions
        }
        for _ in 0..<others {
            threads[0].insert(.start, at: Int.random(in: 0..<4, using: &random) / 3)
        }
        return Self(threads: threads)
    }

    /// A schedule that runs.
    private struct State {
        struct Thread {
            var rest: ArraySlice<Action>
            var next: ThreadStep? = .begin
            var awaited: Int?
        }

        private let waiting: [[Action]]
        private var threads: [Thread]
        private var current: Int?
        private var owners: Set<Int> = []
        private var permits = 0
        private var effects = StepEffects()
        private let shift: Int
        /// How many steps each thread has made.
        private var made: [Int]
        private(set) var uses = Array(repeating: Uses(), count: 5)

        init(_ actions: [[Action]], shift: Int) {
            waiting = actions
            self.shift = shift
            threads = [Thread(rest: actions[0][...])]
            made = Array(repeating: 0, count: actions.count)
        }

        var hasEnded: Bool { threads.count == waiting.count && threads.allSatisfy { $0.next == nil } }

        mutating func makeStep(_ search: ExhaustiveSearch) -> Bool {
            let ready = threads.indices.filter { threads[$0].next != nil && threads[$0].awaited == nil }
            if ready.isEmpty {
                search.noteLastStep(effects)
                return false
            }
            let candidates = ready.map { Candidate(thread: $0, next: threads[$0].next!) }
            var context = StepContext(
                step: made.reduce(0, +), current: current.flatMap { ready.firstIndex(of: $0) })
            (context.effects, effects) = (effects, StepEffects())
            context.uses = UInt64(shift)
            let thread = ready[search.choose(among: candidates[...], context)]
            current = thread
            made[thread] += 1
            if let resource = Self.resource(of: threads[thread].next!) {
                effects.announced = resource + shift
            }
            make(threads[thread].next!, thread)
            return true
        }

        private mutating func make(_ made: ThreadStep, _ thread: Int) {
            switch made {
            case .reach(.load(let id)): uses[Self.number(id)].read(thread)
            case .reach(.store(let id)):
                uses[Self.number(id)].write(thread)
                if case .tryLock(let lock, let others) = threads[thread].rest.first {
                    threads[thread].rest.removeFirst()
                    if owners.contains(lock) {
                        let end = threads[thread].rest.firstIndex(of: .unlock(lock))! + 1
                        threads[thread].rest = (others + threads[thread].rest[end...])[...]
                        threads[thread].next = .reach(.pause(id))
                        return
                    }
                    take(id, thread)
                }
            case .reach(.pause(let id)): uses[Self.number(id)].read(thread)
            case .reach(.lock(let id)):
                take(id, thread)
                uses[Self.number(id)].write(thread)
            case .reach(.park(let id)), .retry(let id):
                uses[Self.number(id)].write(thread)
                if permits == 0 {
                    (threads[thread].next, threads[thread].awaited) = (.retry(id), Self.number(id))
                    return
                }
                permits -= 1
            default: break
            }
            advance(thread)
        }

        private mutating func take(_ id: ResourceID, _ thread: Int) {
            let lock = Self.number(id)
            owners.insert(lock)
            effects.note(id, lock + shift)
            effects.noteTaken(id)
            for other in threads.indices
            where other != thread && threads[other].next == .reach(.lock(id)) {
                threads[other].awaited = lock
            }
        }

        /// Does what a thread does before its next point.
        private mutating func advance(_ thread: Int) {
            if case .tryLock(let lock, _) = threads[thread].rest.first {
                // Once it continues, it finds out.
                threads[thread].next = .reach(.store(Self.id(lock)))
                return
            }
            switch threads[thread].rest.popFirst() {
            case .tryLock: break
            case .look:
                effects.isUnknown = true
                uses[4].look(thread, made)
                advance(thread)
            case nil: threads[thread].next = nil
            case .load(let word): threads[thread].next = .reach(.load(Self.id(word)))
            case .store(let word): threads[thread].next = .reach(.store(Self.id(word)))
            case .wait(let semaphore): threads[thread].next = .reach(.park(Self.id(semaphore)))
            case .lock(let lock):
                threads[thread].next = .reach(.lock(Self.id(lock)))
                if owners.contains(lock) { threads[thread].awaited = lock }
            case .unlock(let lock):
                owners.remove(lock)
                release(lock, thread)
                threads[thread].next = .reach(.unlock(Self.id(lock)))
            case .post(let semaphore):
                permits += 1
                release(semaphore, thread)
                threads[thread].next = .reach(.unpark(Self.id(semaphore)))
            case .start:
                threads.append(Thread(rest: waiting[threads.count][...]))
                threads[thread].next = .reach(.spawn)
            }
        }

        private mutating func release(_ resource: Int, _ thread: Int) {
            effects.note(Self.id(resource), resource + shift)
            uses[resource].write(thread)
            for index in threads.indices where threads[index].awaited == resource {
                threads[index].awaited = nil
            }
        }

        private static func id(_ resource: Int) -> ResourceID {
            ResourceID(UnsafeRawPointer(bitPattern: 8 * (resource + 1))!)
        }

        private static func number(_ id: ResourceID) -> Int { Int(id.address) / 8 - 1 }

        private static func resource(of step: ThreadStep) -> Int? { step.access.map { number($0.resource) } }
    }

    /// The steps that have used a resource.
    private struct Uses: CustomStringConvertible {
        private var past = ""
        private var reads: [Int] = []

        mutating func read(_ thread: Int) { reads.append(thread) }

        mutating func look(_ thread: Int, _ made: [Int]) { past += "l\(thread)\(made)" }

        mutating func write(_ thread: Int) {
            past = description + "w\(thread)"
            reads = []
        }

        var description: String { past + reads.sorted().map { "r\($0)" }.joined() }
    }
}
