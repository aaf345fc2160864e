private import QueueConformance
public import QueueExperiments
private import TextFormats

/// Runs of experiments in Chrome's trace event format, which chrome://tracing and Perfetto show.
///
/// A trial is a process of the trace, and a thread a thread. The code of an operation is a slice of its thread. An
/// operation that continues after its `start` has returned is also an asynchronous slice.
public enum ExperimentTrace {
    private typealias Event = ChromeTrace.Event

    /// The text of the file.
    public static func text(_ reports: [ExperimentReport]) throws -> String {
        var events: [Event] = []
        // Some readers identify threads by their number alone.
        var (process, thread) = (0, 1)
        for report in reports {
            for entry in report.entries {
                guard case .timeline(let timeline) = entry.outcome else { continue }
                process += 1
                let name = "experiment \(report.experiment.number) on \(report.queue): \(entry.trial.name)"
                let threads = TimelineThreads(timeline)
                events += self.events(timeline, threads, process: process, firstThread: thread, name: name)
                thread += threads.names.count
            }
        }
        return try ChromeTrace(events, otherData: ["rulesVersion": RuleBook.version]).text()
    }

    private static func events(
        _ timeline: Timeline, _ threads: TimelineThreads, process: Int, firstThread: Int, name: String
    ) -> [Event] {
        var events = [
            Event(ph: "M", name: "process_name", pid: process, tid: firstThread, args: ["name": name])
        ]
        for (index, name) in threads.names.enumerated() {
            events.append(
                Event(
                    ph: "M", name: "thread_name", pid: process, tid: firstThread + index, args: ["name": name]
                ))
        }
        func event(_ phase: String, _ name: String, at stamp: Timeline.Stamp) -> Event? {
            threads.index(stamp.thread).map { index in
                Event(
                    ph: phase, name: name, pid: process, tid: firstThread + index, cat: "operation",
                    ts: Double(stamp.time) / 1000)
            }
        }
        for operation in timeline.operations {
            if let called = operation.called, var call = event("i", "\(operation.name) called", at: called) {
                call.s = "t"
                events.append(call)
            }
            guard let began = operation.began else { continue }
            let goesOn = operation.outlivesStart
            let codeEnd = (goesOn ? operation.returned : operation.ended)?.time ?? timeline.duration
            let label = goesOn ? "start of \(operation.name)" : operation.name
            if var code = event("X", label, at: began) {
                code.dur = Double(codeEnd - began.time) / 1000
                if operation.ended == nil { code.args = ["ended": "no"] }
                events.append(code)
            }
            guard goesOn else { continue }
            let ends = [
                event("b", operation.name, at: began),
                operation.ended.flatMap { event("e", operation.name, at: $0) },
            ]
            for var end in ends.compactMap(\.self) {
                // Some readers ignore the process when they match identifiers.
                end.id = "\(process).\(operation.name)"
                events.append(end)
            }
        }
        return events
    }
}
