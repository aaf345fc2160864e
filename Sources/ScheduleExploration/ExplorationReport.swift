private import LinuxPlatform

/// What an exploration has found.
public struct ExplorationReport: Codable, Sendable {
    /// How an exploration has ended.
    public enum Outcome: Codable, Sendable {
        /// No schedule failed.
        case passed
        /// A schedule failed: the first that did.
        case failed(ScheduleFailure)
        /// A schedule had other choices when it was run again, and so had what came instead: the program depends on more than its
        /// schedule.
        case nondeterministic(String)
        /// No schedule had a choice.
        case vacuous
        /// No schedule failed, but that says little: the program used what the explorer doesn't control
        /// (``ExplorationReport/unseen``), or no thread passed a point that it sees (``ExplorationReport/seesInside``).
        case unseen
        /// A controlled thread sleeps outside of the primitives.
        case blockedOutside(String)
        /// Nothing could be explored: the toolchain's runtime doesn't pass its jobs to the explorer, or the token's file can't
        /// be written.
        case unsupported(String)
    }

    /// The name of what was explored.
    public let scenario: String
    /// The name of the ``ExplorationStrategy``.
    public let strategy: String
    /// The seed of random choices.
    public let seed: UInt64
    /// What atomic loads could read, in an instrumented build.
    public let memory: MemoryModel
    /// How many waits on condition variables could return in a schedule without a signal.
    public internal(set) var spuriousWakeups = 0
    /// How many limits and timers could run out in a schedule while other threads could continue.
    public internal(set) var earlyTimeouts = 0
    /// How many jobs of tasks could run at a time; nil for any number.
    public internal(set) var poolThreads: Int?
    /// Whether some limit or timer could have run out while other threads could continue, and had to wait for them.
    public internal(set) var letsLimitsWait = false
    /// How it has ended, or how it stands while it runs.
    public package(set) var outcome = Outcome.passed
    /// How many schedules were run.
    public internal(set) var schedules = 0
    /// How many of them differed from one another.
    public internal(set) var distinct = 0
    /// How many of them differed in what atomic loads read, or in the order of the stores to a word. 0 where memory is sequential;
    /// the most of several shards.
    public internal(set) var graphs = 0
    /// Steps at which more than one thread could continue, in all schedules.
    public internal(set) var choices = 0
    /// Points that threads have passed, in all schedules.
    public internal(set) var steps = 0
    /// The steps of the longest schedule.
    public internal(set) var longest = 0
    /// The threads and jobs of the schedule that had most.
    public internal(set) var threads = 0
    /// The length of a schedule, in steps, that strategies were given which choose some steps beforehand.
    public internal(set) var reckoned = 0
    /// How many programs have shared the schedules.
    public internal(set) var programs = 1
    /// How many schedules were run by each strategy.
    public internal(set) var tried: [String: Int] = [:]
    /// Whether these were all schedules there are, up to the bound of an exhaustive search.
    public internal(set) var isComplete = false
    /// How many schedules there are, up to the bound of an exhaustive search that hasn't run all of them: an estimate, which may be
    /// wrong by orders of magnitude at first. Nil for other searches, and before there is anything to estimate it from.
    public internal(set) var estimatedTotal: Double?
    /// In how many schedules each coverage point was passed (``ExploredSchedule/cover(_:)``).
    public internal(set) var covered: [String: Int] = [:]
    /// Whether mutexes of the runtime were seen, and controlled threads were given the exploration's time: in programs
    /// that hold the product `ScheduleInterposition`.
    public internal(set) var seesRuntime = false
    /// Whether queues and semaphores of Dispatch were seen: in programs that hold that product so that it comes before Dispatch.
    public internal(set) var seesDispatch = false
    /// Whether the program was compiled so that all its atomic accesses are choice points, and its other ones are judged for
    /// data races.
    public internal(set) var isInstrumented = false
    /// Whether a schedule was too long for all the choices that weak memory has.
    public internal(set) var isMemoryLimited = false
    /// Whether threads have passed choice points between their first step and their last; always in an instrumented program.
    public internal(set) var seesInside = false
    /// What the program has used that is no choice point, and where: a function of Dispatch, a thread.
    public internal(set) var unseen: [String] = []
    /// Whether hash values, and so the order of sets and dictionaries, are the same in each process: in programs that hold the
    /// product `ScheduleInterposition`, or that are started with `SWIFT_DETERMINISTIC_HASHING=1`.
    public internal(set) var hasFixedHashes =
        getenv("SWIFT_DETERMINISTIC_HASHING").map { String(cString: $0) } == "1"
    /// The schedules that were run, by hash, if the plan asked for them.
    public internal(set) var traces = Fingerprints()
    /// Elapsed time; the sum of several shards.
    public internal(set) var nanoseconds: UInt64 = 0

    /// Whether no schedule failed, and at least one had a choice.
    public var hasPassed: Bool { if case .passed = outcome { true } else { false } }

    /// Whether it ended because something couldn't be explored, before all schedules were run.
    package var isCutShort: Bool {
        switch outcome {
        case .nondeterministic, .blockedOutside, .unsupported: true
        case .passed, .failed, .vacuous, .unseen: false
        }
    }

    /// Why less was explored than one may think; nothing if there is no reason to.
    public var doubts: [String] {
        var doubts = unseen.map { "not seen: \($0)" }
        if failure != nil {
            if !hasFixedHashes {
                doubts.append(
                    "hash values differ from process to process, and with them perhaps what the token runs: hold "
                        + "ScheduleInterposition, or set SWIFT_DETERMINISTIC_HASHING=1")
            }
            return doubts
        }
        if memory != .sequential, !isInstrumented {
            doubts.append("memory was not weak: that takes an instrumented build (scripts/explore-package)")
        }
        if spuriousWakeups > 0, !seesRuntime {
            doubts.append(
                "no wait returned without a signal: that takes a program that holds ScheduleInterposition")
        }
        if letsLimitsWait, earlyTimeouts == 0 {
            doubts.append(
                "limits and timers waited until nothing else could continue; what comes if they don't is tried with "
                    + "OPERATIONLAB_EARLY_TIMEOUTS=1")
        }
        if isMemoryLimited {
            doubts.append("in schedules of many accesses not all was tried that weak memory allows")
        }
        if !seesInside {
            doubts.append("no thread passed a point that the explorer sees, but for its start\(unseenKinds)")
        } else if schedules >= Self.manySchedules, distinct < max(Self.fewDistinct, min(schedules / 100, 30)),
            !isComplete
        {
            doubts.append(
                "only \(distinct) of \(schedules) schedules differ: threads passed hardly a point that the explorer sees"
                    + unseenKinds)
        }
        return doubts
    }

    private var unseenKinds: String {
        if isInstrumented { return "" }
        let inProgram =
            "Mutex and Atomic of Synchronization are seen in an instrumented build only (scripts/explore-package)"
        if seesRuntime { return "; \(inProgram)" }
        return
            "; locks and semaphores of the system, and the start of a task, are seen in a program that holds "
            + "ScheduleInterposition; \(inProgram)"
    }

    /// What the build can't see, whether the program has it or not.
    var notInBuild: String {
        let dispatch = "queues and semaphores of Dispatch, "
        if isInstrumented {
            return (seesDispatch ? "" : dispatch)
                + "max and min of Atomic, AtomicLazyReference, and atomics of C"
        }
        let ofSystem = seesRuntime ? "" : "locks and threads of the system, "
        return ofSystem + (seesDispatch ? "" : dispatch)
            + "Mutex and Atomic of Synchronization, and data races"
    }

    private static let manySchedules = 100
    private static let fewDistinct = 10

    /// Which part of an exhaustive search was run, for people; nil if that isn't known, or if all of it was.
    public var estimate: String? {
        guard let estimatedTotal, hasPassed, !isComplete else { return nil }
        let percent = min(99, (100 * Double(schedules) / estimatedTotal).rounded())
        let part = percent < 1 ? "less than 1%" : "about \(Int(percent))%"
        return "\(part) of an estimated \(estimatedTotal.roundedForPeople) schedules"
    }

    /// The first schedule that failed; nil if none did.
    public var failure: ScheduleFailure? { if case .failed(let failure) = outcome { failure } else { nil } }
}

extension ExplorationReport: CustomStringConvertible {
    public var description: String {
        let what =
            switch outcome {
            case .passed:
                (isComplete ? "passed, all schedules" : "passed\(estimate.map { ", \($0)" } ?? "")")
                    + "; this build doesn't see \(notInBuild)"
            case .failed(let failure): "failed: \(failure)"
            case .nondeterministic(let reason): "nondeterministic: \(reason)"
            case .vacuous: "vacuous: no schedule had a choice"
            case .unseen: "not decided: too little of the program is seen"
            case .blockedOutside(let reason): "blocked: \(reason)"
            case .unsupported(let reason): "not supported: \(reason)"
            }
        let counts = "\(schedules) schedules (\(distinct) distinct, \(choices) choices)"
        return (["\(counts) of \(scenario), \(strategy): \(what)"] + doubts).joined(separator: "\n  ")
    }
}

extension Double {
    /// Two leading digits of it, or the power of ten if it is long: an estimate knows no more.
    fileprivate var roundedForPeople: String {
        if self < 100 { return "\(Int(rounded()))" }
        if self >= 1e9 { return "10^\(Int(log10(self).rounded()))" }
        let unit = pow(10, floor(log10(self)) - 1)
        return "\(Int((self / unit).rounded() * unit))"
    }
}
