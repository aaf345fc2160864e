import Synchronization

/// A stack of places, without locks. To pop, a thread takes the link of the first place, so that nobody else pops it, and then
/// moves the head on. A place that was popped and pushed in between makes the head look as before, though the links differ: then
/// two threads have the same place. This takes three threads and at least five preemptions.
///
/// By D. Vyukov: "Bug with a context switch bound 5", 2010. Here a pop gives up when it has tried so often.
final class SafeStack: Sendable {
    private static let attempts = 3

    private let links: [Link]
    private let head = Atomic(0)
    private let count: Atomic<Int>

    private final class Link: Sendable {
        let next: Atomic<Int>
        init(_ next: Int) { self.next = Atomic(next) }
    }

    init(_ places: Int) {
        count = Atomic(places)
        links = (0..<places).map { Link($0 + 1 < places ? $0 + 1 : -1) }
    }

    func pop() -> Int? {
        for _ in 0..<Self.attempts where count.load(ordering: .sequentiallyConsistent) > 1 {
            let first = head.load(ordering: .sequentiallyConsistent)
            let next = links[first].next.exchange(-1, ordering: .sequentiallyConsistent)
            guard next >= 0 else { continue }
            if moveHead(from: first, to: next) {
                count.subtract(1, ordering: .sequentiallyConsistent)
                return first
            }
            links[first].next.store(next, ordering: .sequentiallyConsistent)
        }
        return nil
    }

    /// Tries until it succeeds: each time it doesn't, another thread does.
    func push(_ place: Int) {
        var first: Int
        repeat {
            first = head.load(ordering: .sequentiallyConsistent)
            links[place].next.store(first, ordering: .sequentiallyConsistent)
        } while !moveHead(from: first, to: place)
        count.add(1, ordering: .sequentiallyConsistent)
    }

    private func moveHead(from first: Int, to next: Int) -> Bool {
        head.compareExchange(expected: first, desired: next, ordering: .sequentiallyConsistent).exchanged
    }
}

extension Shape {
    /// Three threads each pop a place twice, write to it, read what they wrote, and push it. A search of all states reaches
    /// the bug; of 60,000 random schedules of its steps none did.
    static let safeStack = Shape(
        name: "misc.safestack", symptom: .failed,
        whyMissed: "hardly any schedule has these preemptions; no technique of the study found it either"
    ) { _, expect in
        let stack = SafeStack(3)
        let places = (0..<3).map { _ in Word(-1) }
        await runThreads(
            (0..<3).map { thread in
                {
                    for _ in 0..<2 {
                        guard let place = stack.pop() else { continue }
                        places[place].value = thread
                        expect(places[place].value == thread, "two threads have place \(place)")
                        stack.push(place)
                    }
                }
            })
    }
}
