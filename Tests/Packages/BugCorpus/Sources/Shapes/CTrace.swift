/// The threads that a library for tracing knows. It adds one in the first free place of a table, without a lock: of two that are
/// added at once, one takes the other's place.
///
/// The program is the test of ctrace, from Inspect: Y. Yang, X. Chen and G. Gopalakrishnan, "Inspect: A Runtime Model Checker for
/// Multithreaded C Programs", 2008.
final class TraceTable: Sendable {
    private let places = (0..<4).map { _ in Word() }
    private let count = Word()

    func add(_ thread: Int) {
        let place = count.value
        places[place].value = thread
        count.value = place + 1
    }

    func knows(_ thread: Int) -> Bool {
        places.prefix(count.value).contains { $0.value == thread }
    }
}

extension Shape {
    static let ctrace = Shape(name: "inspect.ctrace-test", symptom: .failed) { _, expect in
        let table = TraceTable()
        await runThreads(
            (1...2).map { thread in
                {
                    table.add(thread)
                    expect(table.knows(thread), "thread \(thread) is unknown")
                }
            })
    }
}
