internal import CPlatform
public import ConcurrencyPrimitives
private import Quiescence

/// What a rule's check observes a queue with.
///
/// One probe belongs to one check. It makes latches, traces and recorders, says what is being waited for, and
/// turns what was seen into a ``Violation`` with its history.
public final class Probe: Sendable {
    private struct State {
        var traces: [OperationTrace] = []
        var recorders: [CallRecorder] = []
        var waits: [(id: Int, label: String)] = []
        var nextWait = 0
        var recorded: String?
        var notClaimed: NotClaimed?
        var hasExpected = false
    }

    /// The rule that is judged.
    public let rule: Rule
    /// Which of the rule's ``Rule/cases`` is to be tried.
    public let caseName: String
    private let origin = oplab_monotonic_nanoseconds()
    private let state = Mutex(State())

    /// Told right before the call that has to stop the process.
    let misuseIsNext: @Sendable () -> Void
    /// How long the process has to be quiescent, in nanoseconds, before it counts: nil for a queue that nothing but its
    /// threads can wake.
    let settlingTime: UInt64?

    /// - Parameters:
    ///   - rule: The rule that is judged.
    ///   - caseName: One of the rule's cases; if nil, the first.
    ///   - subject: The subject that is judged. One that is an ``ExternalEventSubject`` makes each look for quiescence
    ///     last as long as it says.
    ///   - misuseIsNext: Told right before the call that has to stop the process (see ``mustStop(_:_:)``), so
    ///     that a crash elsewhere isn't taken for it.
    public init(
        rule: Rule, caseName: String? = nil, subject: (any JudgedSubject)? = nil,
        misuseIsNext: @escaping @Sendable () -> Void = {}
    ) {
        guard let caseName = caseName ?? rule.cases.first, rule.cases.contains(caseName) else {
            fatalError("Rule \(rule.id) has no case '\(caseName ?? "")'; it has \(rule.cases).")
        }
        self.rule = rule
        self.caseName = caseName
        self.misuseIsNext = misuseIsNext
        settlingTime = (subject as? any ExternalEventSubject).map {
            UInt64($0.settlingTime / .nanoseconds(1))
        }
    }

    /// The case that is to be tried, of a rule whose ``Rule/cases`` are the raw values of `Case`.
    func caseValue<Case: RawRepresentable>() -> Case where Case.RawValue == String {
        guard let value = Case(rawValue: caseName) else {
            fatalError("Rule \(rule.id) has a case '\(caseName)' that is no \(Case.self).")
        }
        return value
    }

    // MARK: Recording

    /// A trace for the body of an operation called `label`.
    public func trace(_ label: String) -> OperationTrace {
        let trace = OperationTrace(label: label)
        state.withLock { $0.traces.append(trace) }
        return trace
    }

    /// A recorder for the calls of one thread or task.
    public func recorder(_ name: String = "caller") -> CallRecorder {
        let recorder = CallRecorder(name: name, origin: origin)
        state.withLock { $0.recorders.append(recorder) }
        return recorder
    }

    /// What has been recorded so far.
    public var history: History {
        let (traces, recorders) = state.withLock { ($0.traces, $0.recorders) }
        return History(recorders.flatMap(\.events) + traces.flatMap { $0.events(since: origin) })
    }

    /// Forgets what has been recorded, for a check that begins anew with other queues and operations.
    func forgetHistory() {
        state.withLock { state in
            state.traces = []
            state.recorders = []
        }
    }

    // MARK: Judging

    /// Throws a violation of the rule unless `condition` holds. A check that has never called this can't pass.
    ///
    /// - Parameters:
    ///   - condition: What the rule asks for.
    ///   - expected: What the rule asks for, to be read after "expected".
    ///   - observed: What was there, to be read after "observed".
    public func expect(
        _ condition: Bool, _ expected: @autoclosure () -> String, observed: @autoclosure () -> String
    ) throws {
        state.withLock { $0.hasExpected = true }
        if !condition { throw violation(expected(), observed: observed()) }
    }

    /// The violation of this probe's rule, with the history up to now.
    public func violation(_ expected: String, observed: String) -> Violation {
        Violation(
            rule: rule.id, sentence: rule.sentence, expected: expected, observed: observed, history: history)
    }

    /// Says what the queue does where the rule leaves it open. The last word counts.
    public func record(_ text: String) { state.withLock { $0.recorded = text } }

    /// Makes calls of a scenario, and notes if the queue doesn't claim what they need: then the check's rule is not
    /// applicable, however the check ends.
    func noting(
        isolation: isolated (any Actor)? = #isolation, _ calls: () async throws(NotClaimed) -> Void
    ) async {
        do throws(NotClaimed) { try await calls() } catch { note(error) }
    }

    func noting(_ calls: () throws(NotClaimed) -> Void) {
        do throws(NotClaimed) { try calls() } catch { note(error) }
    }

    private func note(_ error: NotClaimed) {
        state.withLock { $0.notClaimed = $0.notClaimed ?? error }
    }

    /// What the queue was asked for first that it doesn't claim.
    var notClaimed: NotClaimed? { state.withLock { $0.notClaimed } }

    /// What the verdict on a check is that has come to its end.
    var verdictAtEnd: Verdict {
        let (hasExpected, recorded) = state.withLock { ($0.hasExpected, $0.recorded) }
        guard rule.level == .unspecified else {
            return hasExpected
                ? .passed : .harnessError("the check came to its end and has expected nothing")
        }
        guard let text = recorded else {
            return .harnessError("the check came to its end and has recorded nothing")
        }
        return .recorded(text)
    }

    // MARK: Waiting

    /// Waits in `body`, and says for what, should it never end: `label` is to be read after "waiting for".
    public func awaiting<Result: Sendable>(
        _ label: String, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let id = beginWait(label)
        defer { endWait(id) }
        return try await body()
    }

    /// Runs `body`, which may block, on a thread of its own and returns what it returned. `label` says what is waited
    /// for, to be read after "waiting for".
    public func onThread<Result: Sendable>(
        _ label: String, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let id = beginWait(label)
        defer { endWait(id) }
        return try await SystemThread.value { Swift.Result(catching: body) }.get()
    }

    /// Waits until `latch` is open.
    public func open(_ latch: Latch) async {
        await awaiting("the latch '\(latch.name)' to open") { await latch.wait() }
    }

    /// Waits until this process is quiescent: all its threads are asleep.
    ///
    /// For rules with ``Rule/Isolation-swift.enum/ownProcess`` only. What has not happened by then needs a further event,
    /// if the queue uses no timers, waits for no input or output, and starts its work within three samples that are 1 ms
    /// apart. For a subject that is an ``ExternalEventSubject``, the process has to be quiescent for as long as that says.
    public func settle() async throws {
        guard rule.isolation != .anywhere else {
            fatalError("Rule \(rule.id) asks for quiescence, so it has to declare a process of its own.")
        }
        if let settlingTime {
            try await ProcessQuiescence.shared.lasts(for: settlingTime)
        } else {
            try await ProcessQuiescence.shared.reached()
        }
    }

    /// Has all threads of this process, and those to come, run on the processor on which this one runs. For rules that compare costs,
    /// with a process of their own.
    func bindProcess() {
        guard rule.isolation != .anywhere else {
            fatalError("Rule \(rule.id) binds the process, so it has to declare one of its own.")
        }
        // Where the system refuses, the rule takes longer to decide.
        _ = oplab_bind_process(oplab_current_processor())
    }

    /// Waits until the process has been quiescent for so long that no timer of this platform, and no event that the
    /// subject speaks of, can wake it any more.
    func settleForGood() async throws {
        try await ProcessQuiescence.shared.lasts(
            for: max(settlingTime ?? 0, ProcessQuiescence.standardPeriod))
    }

    /// How long the process has to be quiescent before its check counts as hung. Longer than a check itself may
    /// wait for that, so that the check gets to judge what it has waited for.
    var hangTime: UInt64 { max(settlingTime ?? 0, ProcessQuiescence.standardPeriod) * 3 / 2 }

    /// What is being waited for at the moment, outermost first.
    public var waitingFor: [String] { state.withLock { $0.waits.map(\.label) } }

    private func beginWait(_ label: String) -> Int {
        state.withLock { state in
            state.nextWait += 1
            state.waits.append((state.nextWait, label))
            return state.nextWait
        }
    }

    private func endWait(_ id: Int) {
        state.withLock { $0.waits.removeAll { $0.id == id } }
    }
}
