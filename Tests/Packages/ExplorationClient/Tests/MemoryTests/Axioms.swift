import ScheduleExploration

/// The executions of a litmus program that a memory model allows, found without running it: all choices of what each load reads
/// and of the order of stores to each word, each judged by the model's definition.
///
/// RC11: Lahav, Vafeiadis, Kang, Hur, Dreyer, *Repairing Sequential Consistency in C/C++11*, PLDI 2017, section 3, with the
/// release sequences of C++20. TSO: Alglave, Maranget, Tautschnig, *Herding Cats*, TOPLAS 2014, section 4.
struct Axioms {
    private typealias Relation = [[Bool]]

    private struct Event {
        var thread: Int
        var access: LitmusProgram.Access?
        var word: Int?
        var reads = false
        var writes = false
        var order = LitmusProgram.Order.relaxed
        var value = 0
        var isFence: Bool { word == nil }
    }

    /// Which part of happens-before orders sequentially consistent events.
    enum SequentialOrder {
        /// All of it, as in C11 before the repair.
        case c11
        /// The part that compilation to Power preserves, as in RC11.
        case repaired
    }

    private let program: LitmusProgram
    private let memory: MemoryModel
    private let sequentialOrder: SequentialOrder
    private(set) var outcomes: Set<LitmusOutcome> = []
    /// How many executions are consistent.
    private(set) var graphs = 0

    // MARK: One execution

    private var events: [Event] = []
    private var readsFrom: [Int: Int] = [:]
    /// The stores to each word in their order.
    private var modification: [[Int]] = []

    init(
        _ program: LitmusProgram, _ memory: MemoryModel, sequentialOrder: SequentialOrder = .repaired
    ) {
        self.program = program
        self.memory = memory
        self.sequentialOrder = sequentialOrder
        // What each word holds at first.
        for word in 0..<program.words { events.append(Event(thread: -1, word: word, writes: true)) }
        for (thread, accesses) in program.threads.enumerated() {
            for access in accesses {
                var event = Event(thread: thread, access: access, word: access.word)
                switch access {
                case .load(_, let order): (event.reads, event.order) = (true, order)
                case .store(_, let value, let order):
                    (event.writes, event.value, event.order) = (true, value, order)
                case .exchange(_, let value, let order):
                    (event.reads, event.writes, event.value, event.order) = (true, true, value, order)
                case .add(_, let value, let order):
                    (event.reads, event.writes, event.value, event.order) = (true, true, value, order)
                case .compareExchange: event.reads = true
                case .fence(let order): event.order = order
                }
                events.append(event)
            }
        }
        chooseSuccesses(from: 0)
    }

    /// Whether each compare-and-swap succeeds.
    private mutating func chooseSuccesses(from index: Int) {
        guard
            let next = events[index...].indices.first(where: {
                if case .compareExchange = events[$0].access { true } else { false }
            }), case .compareExchange(_, _, let value, let order, let orderOfFailure) = events[next].access
        else { return chooseSources(from: 0) }
        for succeeds in [false, true] {
            events[next].writes = succeeds
            events[next].value = value
            events[next].order = succeeds ? order : orderOfFailure
            chooseSuccesses(from: next + 1)
        }
    }

    private mutating func chooseSources(from index: Int) {
        guard let next = events[index...].indices.first(where: { events[$0].reads }) else {
            modification = []
            return chooseModification()
        }
        for source in events.indices
        where events[source].writes && events[source].word == events[next].word && source != next {
            if case .compareExchange(_, let expected, _, _, _) = events[next].access,
                (events[source].value == expected) != events[next].writes
            {
                continue
            }
            readsFrom[next] = source
            chooseSources(from: next + 1)
        }
        readsFrom[next] = nil
    }

    private mutating func chooseModification() {
        let word = modification.count
        if word == program.words { return judge() }
        let stores = events.indices.filter { events[$0].writes && events[$0].word == word }
        for order in permutations(Array(stores.dropFirst())) {
            modification.append([stores[0]] + order)
            chooseModification()
            modification.removeLast()
        }
    }

    private func permutations(_ values: [Int]) -> [[Int]] {
        if values.isEmpty { return [[]] }
        return values.indices.flatMap { index in
            var rest = values
            let value = rest.remove(at: index)
            return permutations(rest).map { [value] + $0 }
        }
    }

    private mutating func judge() {
        guard isConsistent else { return }
        graphs += 1
        let read = program.threads.indices.map { thread in
            events.indices.filter { events[$0].thread == thread && events[$0].reads }
                .map { value(of: readsFrom[$0]!) }
        }
        outcomes.insert(
            LitmusOutcome(read: read, last: modification.map { value(of: $0.last!) }))
    }

    /// What a store stores: a sum depends on what its addition has read. Ends, since no two read from one another here.
    private func value(of store: Int) -> Int {
        guard case .add = events[store].access else { return events[store].value }
        return value(of: readsFrom[store]!) + events[store].value
    }

    // MARK: The definitions

    private func relation(_ holds: (Int, Int) -> Bool) -> Relation {
        events.indices.map { one in events.indices.map { holds(one, $0) } }
    }

    private func then(_ one: Relation, _ other: Relation) -> Relation {
        relation { from, to in events.indices.contains { one[from][$0] && other[$0][to] } }
    }

    private func either(_ relations: Relation...) -> Relation {
        relation { from, to in relations.contains { $0[from][to] } }
    }

    private func orEqual(_ one: Relation) -> Relation { relation { $0 == $1 || one[$0][$1] } }

    private func closure(_ one: Relation) -> Relation {
        var result = one
        for middle in events.indices {
            for from in events.indices where result[from][middle] {
                for to in events.indices where result[middle][to] { result[from][to] = true }
            }
        }
        return result
    }

    private func isAcyclic(_ one: Relation) -> Bool {
        let all = closure(one)
        return !events.indices.contains { all[$0][$0] }
    }

    private func only(_ holds: @escaping (Event) -> Bool) -> Relation {
        relation { $0 == $1 && holds(events[$0]) }
    }

    private var isConsistent: Bool {
        let before = relation { one, other in
            events[one].thread == -1 && events[other].thread != -1
                || events[one].thread == events[other].thread && events[one].thread != -1 && one < other
        }
        let reads = relation { readsFrom[$1] == $0 }
        let order = relation { one, other in
            guard let word = events[one].word, events[one].writes, events[other].writes,
                events[other].word == word
            else { return false }
            return modification[word].firstIndex(of: one)! < modification[word].firstIndex(of: other)!
        }
        let readsBefore = relation { one, other in
            one != other && readsFrom[one].map { order[$0][other] } ?? false
        }
        // Atomicity: no store between what a read-modify-write reads and what it stores.
        for event in events.indices where events[event].reads && events[event].writes {
            if events.indices.contains(where: { readsBefore[event][$0] && order[$0][event] }) {
                return false
            }
            if !order[readsFrom[event]!][event] { return false }
        }
        switch memory {
        case .sequential: return isAcyclic(either(before, reads, order, readsBefore))
        case .totalStoreOrder: return isTSO(before, reads, order, readsBefore)
        case .rc11: return isRC11(before, reads, order, readsBefore)
        }
    }

    private func isTSO(
        _ before: Relation, _ reads: Relation, _ order: Relation, _ readsBefore: Relation
    ) -> Bool {
        let atWord = relation { before[$0][$1] && events[$0].word == events[$1].word }
        guard isAcyclic(either(atWord, reads, order, readsBefore)) else { return false }
        // A sequential store is an exchange, and a sequential fence empties the buffer; a compare-and-swap that fails does so, too.
        let isFull = events.map { event -> Bool in
            if event.isFence { return event.order == .sequential }
            if case .compareExchange = event.access { return true }
            return event.writes && (event.reads || event.order == .sequential)
        }
        let kept = relation { one, other in
            guard before[one][other], !(events[one].isFence && !isFull[one]),
                !(events[other].isFence && !isFull[other])
            else { return false }
            let isStoreThenLoad = !events[one].reads && !events[other].writes
            return !isStoreThenLoad || isFull[one] || isFull[other]
        }
        let throughFences = relation { one, other in
            events.indices.contains {
                isFull[$0] && (before[one][$0] || one == $0) && (before[$0][other] || other == $0)
                    && before[one][other]
            }
        }
        let external = relation { reads[$0][$1] && events[$0].thread != events[$1].thread }
        return isAcyclic(either(kept, throughFences, external, order, readsBefore))
    }

    private func isRC11(
        _ before: Relation, _ reads: Relation, _ order: Relation, _ readsBefore: Relation
    ) -> Bool {
        guard isAcyclic(either(before, reads)) else { return false }
        // The release sequence of a store is it and the read-modify-writes that read from it, one after the other.
        let changes = relation { reads[$0][$1] && events[$1].writes }
        let sequence = orEqual(closure(changes))
        let fence = only(\.isFence)
        let releasing = then(
            only { $0.order.releases },
            then(orEqual(then(fence, before)), then(only { $0.writes }, sequence)))
        let synchronises = then(
            releasing,
            then(
                reads,
                then(
                    only { $0.reads },
                    then(orEqual(then(before, fence)), only { $0.order.acquires }))))
        let happens = closure(either(before, synchronises))
        let extended = closure(either(reads, order, readsBefore))
        for event in events.indices {
            if happens[event][event] { return false }
            if events.indices.contains(where: { happens[event][$0] && extended[$0][event] }) { return false }
        }
        // Sequentially consistent events: partial SC.
        let elsewhere = relation { before[$0][$1] && events[$0].word != events[$1].word }
        let atWord = relation {
            happens[$0][$1] && events[$0].word != nil && events[$0].word == events[$1].word
        }
        let happensInOrder =
            switch sequentialOrder {
            case .c11: happens
            case .repaired: either(before, then(elsewhere, then(happens, elsewhere)), atWord)
            }
        let base = either(happensInOrder, order, readsBefore)
        let isSequential = only { $0.order == .sequential }
        let sequentialFence = only { $0.order == .sequential && $0.isFence }
        let left = either(isSequential, then(sequentialFence, orEqual(happens)))
        let right = either(isSequential, then(orEqual(happens), sequentialFence))
        let partial = then(left, then(base, right))
        let ofFences = then(
            sequentialFence,
            then(either(happens, then(happens, then(extended, happens))), sequentialFence))
        return isAcyclic(either(partial, ofFences))
    }
}
