private import TextFormats

/// A failure in Chrome's trace event format, which chrome://tracing and Perfetto show.
///
/// A thread or task of the program is a thread of the trace, and each step a slice of one microsecond: time is the number of the
/// step. Steps that preempt another thread are instants, too.
struct FailureTrace {
    let scenario: String
    let failure: ScheduleFailure

    private typealias Event = ChromeTrace.Event

    /// The text of the file. Throws an error of the encoder.
    func text() throws -> String {
        let interleaving = failure.interleaving
        var events = [Event(ph: "M", name: "process_name", pid: 1, tid: 1, args: ["name": scenario])]
        for (index, column) in interleaving.columns.enumerated() {
            events.append(
                Event(
                    ph: "M", name: "thread_name", pid: 1, tid: index + 1,
                    args: ["name": column.legend ?? column.name]
                ))
        }
        let column = interleaving.columnOfThread
        for (number, step) in zip(interleaving.numbers, interleaving.events) {
            let thread = column[step.thread]! + 1
            events.append(
                Event(
                    ph: "X", name: step.action, pid: 1, tid: thread, cat: "step", ts: Double(number), dur: 1,
                    args: ["place": step.location, "thread": "\(step.thread)"]))
            if step.isPreemption {
                events.append(
                    Event(
                        ph: "i", name: "preemption", pid: 1, tid: thread, cat: "preemption",
                        ts: Double(number), s: "t"))
            }
        }
        var data = [
            "scenario": scenario, "kind": failure.kind.rawValue, "message": failure.message,
            "token": "\(failure.token)",
        ]
        let waits = failure.waits
        if !waits.isEmpty { data["waits"] = waits.joined(separator: "\n") }
        return try ChromeTrace(events, otherData: data).text()
    }
}
