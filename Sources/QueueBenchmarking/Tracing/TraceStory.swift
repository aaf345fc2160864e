public import ConcurrencyPrimitives

/// What the events of a recording are about, beyond each alone.
///
/// Events are matched by the addresses of their objects. An address is used again for a later object, so what was noted of the
/// earlier is forgotten when the later begins.
public struct TraceStory: Sendable {
    /// An event, by its lane's place in the recording and its own in the lane.
    public struct Place: Hashable, Sendable {
        public let lane: Int
        public let event: Int

        /// The event at a place of a lane.
        public init(lane: Int, event: Int) { (self.lane, self.event) = (lane, event) }
    }

    /// In the order of their later ends.
    public let links: [TraceLink]
    /// The number of the operation that an event is about, from 1 in the order of adding.
    public let operations: [Place: Int]

    /// The story of a recording.
    ///
    /// - Complexity: O(*n* log *n*) for *n* events.
    public init(of recording: TraceRecording) {
        let notesAdding = recording.lanes.contains { $0.events.contains { $0.kind == .added } }
        var matcher = Matcher(notesAdding: notesAdding)
        for moment in Self.moments(of: recording) { matcher.take(moment) }
        (links, operations) = (matcher.links, matcher.operations)
    }

    private struct Moment {
        let place: Place
        let time: Double
        let event: TraceRecording.Event
        var end: TraceLink.End { TraceLink.End(lane: place.lane, time: time) }
    }

    /// All events by the moments at which they can match: sleeps and visits by their ends, other spans by their beginnings.
    private static func moments(of recording: TraceRecording) -> [Moment] {
        var moments: [Moment] = []
        for (lane, events) in recording.lanes.enumerated() {
            for (index, event) in events.events.enumerated() {
                let time = event.kind == .parked || event.kind == .visited ? event.time : event.start
                moments.append(Moment(place: Place(lane: lane, event: index), time: time, event: event))
            }
        }
        return moments.sorted { $0.time < $1.time }
    }

    private struct Matcher {
        /// Whether the queue notes its own calls. Of one that doesn't, those of the measurement are linked.
        let notesAdding: Bool
        var links: [TraceLink] = []
        var operations: [Place: Int] = [:]
        private var lastNumber = 0
        private var numbers: [UInt: Int] = [:]
        private var added: [UInt: TraceLink.End] = [:]
        private var released: [UInt: [TraceLink.End]] = [:]
        private var woken: [UInt: TraceLink.End] = [:]
        private var listed: [UInt: TraceLink.End] = [:]
        private var sent: [UInt: TraceLink.End] = [:]
        private var submitted: [UInt: TraceLink.End] = [:]

        init(notesAdding: Bool) { self.notesAdding = notesAdding }

        mutating func take(_ moment: Moment) {
            let (event, object) = (moment.event, moment.event.object)
            switch event.kind {
            case .added:
                added[object] = moment.end
                released[object] = nil
                lastNumber += 1
                numbers[object] = lastNumber
                operations[moment.place] = lastNumber
            case .ready, .ended, .cancelled, .prioritized, .used: operations[moment.place] = numbers[object]
            case .released: released[event.other, default: []].append(moment.end)
            case .visited: operations[moment.place] = event.other == 0 ? nil : numbers[event.other]
            case .ran:
                operations[moment.place] = numbers[object]
                link(.adding, from: added.removeValue(forKey: object), to: moment.end)
                for end in released.removeValue(forKey: object) ?? [] {
                    link(.dependency, from: end, to: moment.end)
                }
            case .woken: woken[object] = moment.end
            case .parked: link(.wakeup, from: woken.removeValue(forKey: object), to: moment.end)
            case .workListed: listed[object] = moment.end
            case .worked: link(.start, from: listed.removeValue(forKey: object), to: moment.end)
            case .jobSent: sent[object] = moment.end
            case .jobRun: link(.job, from: sent.removeValue(forKey: object), to: moment.end)
            case .submitted: submitted[object] = moment.end
            case .body where !notesAdding:
                link(.adding, from: submitted.removeValue(forKey: object), to: moment.end)
            case .made, .limited, .workBegan, .body, .waitedForQueue, .counted, .held, .searched,
                .sleptForLock, .polledForWait, .lingered, .computed:
                break
            }
        }

        private mutating func link(
            _ kind: TraceLink.Kind, from start: TraceLink.End?, to end: TraceLink.End
        ) {
            if let start { links.append(TraceLink(kind: kind, from: start, to: end)) }
        }
    }
}

extension TraceRecording.Event {
    /// When a span began; for what is none, when it happened.
    public var start: Double { time - duration }
}
