private import QueueConformance
public import QueueExperiments
private import TextFormats

/// Runs of experiments in the trace event format of Chrome, which chrome://tracing and Perfetto show.
///
/// A trial is a process of the trace, and a thread a thread. What an operation's code does is a slice of its thread; an
/// operation that goes on after its `start` has returned is an asynchronous slice besides.
public enum ExperimentTrace {
    private struct File: Encodable {
        let displayTimeUnit = "ms"
        let otherData = ["rulesVersion": RuleBook.version]
        let traceEvents: [Event]
    }

    /// The format's own names. Times are in microseconds.
    private struct Event: Encodable {
        let ph: String
        let name: String
        let pid: Int
        let tid: Int
        var cat: String?
        var ts: Double?
        var dur: Double?
        var id: String?
        var s: String?
        var args: [String: String]?
    }

    /// The text of the file.
    public static func text(_ reports: [ExperimentReport]) throws -> String {
        var events: [Event] = []
        // From 1: process 0 and thread 0 are the idle ones to some readers, and some tell threads by their number alone.
        var (process, thread) = (0, 1)
        for report in reports {
            for entry in report.entries {
                guard case .timeline(let timeline) = entry.outcome else { continue }
                process += 1
                let name = "experiment \(report.experiment.number) on \(report.queue): \(entry.trial.name)"
                let lanes = TimelineLanes(timeline)
                events += self.events(timeline, lanes, process: process, firstThread: thread, name: name)
                thread += lanes.names.count
            }
        }
        return try JSONText.text(File(traceEvents: events))
    }

    private static func events(
        _ timeline: Timeline, _ lanes: TimelineLanes, process: Int, firstThread: Int, name: String
    ) -> [Event] {
        var events = [
            Event(ph: "M", name: "process_name", pid: process, tid: firstThread, args: ["name": name])
        ]
        for (index, lane) in lanes.names.enumerated() {
            events.append(
                Event(
                    ph: "M", name: "thread_name", pid: process, tid: firstThread + index, args: ["name": lane]
                ))
        }
        func event(_ phase: String, _ name: String, at stamp: Timeline.Stamp) -> Event? {
            lanes.index(stamp.thread).map { lane in
                Event(
                    ph: phase, name: name, pid: process, tid: firstThread + lane, cat: "operation",
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
                // Readers may take identifiers of two processes for one.
                end.id = "\(process).\(operation.name)"
                events.append(end)
            }
        }
        return events
    }
}
