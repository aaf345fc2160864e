private import ConcurrencyPrimitives
public import QueueBenchmarking
private import TextFormats

/// A traced run in Chrome's trace event format, which ui.perfetto.dev and chrome://tracing open.
///
/// The threads of the run are a process of the trace, and the queues another: a queue has a lane for its visits, one at a time,
/// and counters of its operations. Arrows lead from the call that adds an operation to its run, along dependencies, and from who
/// wakes or starts a thread to that thread.
public struct TraceFile {
    private typealias Event = ChromeTrace.Event

    private static let threadsProcess = 1
    private static let queuesProcess = 2

    private let trace: RunTrace
    private let story: TraceStory
    /// The numbers of the queues' lanes, by address.
    private let queues: [UInt: Int]
    private let otherData: [String: String]

    /// - Parameters:
    ///   - trace: The traced run.
    ///   - story: That of its recording.
    ///   - otherData: What the file says of itself, besides what the trace says.
    public init(_ trace: RunTrace, _ story: TraceStory, otherData: [String: String]) {
        self.trace = trace
        self.story = story
        var queues: [UInt: Int] = [:]
        for lane in trace.recording.lanes {
            for event in lane.events where event.kind == .visited && queues[event.object] == nil {
                queues[event.object] = queues.count
            }
        }
        self.queues = queues
        self.otherData = otherData.merging(
            ["events dropped": "\(trace.recording.dropped)"], uniquingKeysWith: { $1 })
    }

    /// The text of the file. Throws an error of the encoder.
    public func text() throws -> String {
        try ChromeTrace(lanes() + slices() + visits() + arrows(), otherData: otherData).text()
    }

    private func thread(_ lane: Int) -> Int { lane + 1 }
    /// Some readers identify threads by their number alone.
    private func queueThread(_ queue: Int) -> Int { trace.recording.lanes.count + 1 + queue }

    /// In microseconds, as the format has it, to the nanosecond: so that spans nest as they did.
    private func stamp(_ time: Double) -> Double { time.rounded() / 1_000 }

    private func lanes() -> [Event] {
        func name(_ kind: String, _ name: String, _ process: Int, _ thread: Int) -> Event {
            Event(ph: "M", name: kind, pid: process, tid: thread, args: ["name": name])
        }
        var events = [name("process_name", "threads", Self.threadsProcess, 1)]
        for (index, lane) in trace.recording.lanes.enumerated() {
            var label = "\(lane.name.isEmpty ? "thread" : lane.name) \(lane.thread)"
            if let times = trace.threads[lane.thread] {
                let (ran, waited) = (stamp(times.ran), stamp(times.waited))
                label += ": on a processor for \(ran) µs, waited \(waited) µs for one"
            }
            if lane.dropped > 0 { label += ", \(lane.dropped) events dropped" }
            events.append(name("thread_name", label, Self.threadsProcess, thread(index)))
        }
        if queues.isEmpty { return events }
        events.append(name("process_name", "queues", Self.queuesProcess, queueThread(0)))
        for queue in queues.values.sorted() {
            events.append(name("thread_name", "queue \(queue + 1)", Self.queuesProcess, queueThread(queue)))
        }
        return events
    }

    private func slices() -> [Event] {
        var events: [Event] = []
        for (lane, recorded) in trace.recording.lanes.enumerated() {
            for (index, event) in recorded.events.enumerated() {
                let operation = story.operations[.init(lane: lane, event: index)]
                events += slices(event, operation, thread(lane))
            }
        }
        return events
    }

    private func slices(_ event: TraceRecording.Event, _ operation: Int?, _ thread: Int) -> [Event] {
        let name = TraceLabels.name(event, operation: operation)
        let (start, end) = (stamp(event.start), stamp(event.time))
        switch event.kind {
        case .counted:
            let running = ["ready": Double(event.other), "running": Double(event.value)]
            return counter("operations", running, of: event)
        case .held:
            return counter("held", ["operations": Double(event.other)], of: event)
                + counter("taken from the inbox", ["operations": Double(event.value)], of: event)
        // Its span is noted when it ends; the others are for who reads a recorded program.
        case .workBegan, .prioritized, .used: return []
        default:
            return [
                Event(
                    ph: "X", name: name, pid: Self.threadsProcess, tid: thread,
                    cat: TraceLabels.category(event.kind), ts: start, dur: stamp((end - start) * 1_000))
            ]
        }
    }

    /// The visits to each queue. One begins when the former has ended; its clock may have been read some nanoseconds earlier.
    private func visits() -> [Event] {
        var visits: [Int: [TraceRecording.Event]] = [:]
        for event in trace.recording.lanes.lazy.flatMap(\.events) where event.kind == .visited {
            if let queue = queues[event.object] { visits[queue, default: []].append(event) }
        }
        return visits.flatMap { queue, visits in
            var last = 0.0
            return visits.sorted { $0.time < $1.time }.map { visit in
                let start = stamp(max(visit.start, last))
                last = visit.time
                return Event(
                    ph: "X", name: "visit", pid: Self.queuesProcess, tid: queueThread(queue),
                    cat: TraceLabels.category(.visited), ts: start,
                    dur: stamp((stamp(visit.time) - start) * 1_000))
            }
        }
    }

    private func counter(
        _ name: String, _ counts: [String: Double], of event: TraceRecording.Event
    ) -> [Event] {
        guard let queue = queues[event.object] else { return [] }
        return [
            Event(
                ph: "C", name: "\(name) of queue \(queue + 1)", pid: Self.queuesProcess,
                tid: queueThread(queue),
                ts: stamp(event.time), counts: counts)
        ]
    }

    private func arrows() -> [Event] {
        story.links.enumerated().flatMap { number, link in
            let id = "\(number + 1)"
            func end(_ phase: String, _ end: TraceLink.End, _ binding: String?) -> Event {
                Event(
                    ph: phase, name: link.kind.rawValue, pid: Self.threadsProcess, tid: thread(end.lane),
                    cat: "link", ts: stamp(end.time), id: id, bp: binding)
            }
            // "e" binds the arrow to the slice around its end, and not to the next that begins.
            return [end("s", link.from, nil), end("f", link.to, "e")]
        }
    }
}
