import ConcurrencyPrimitives
import LinuxPlatform
import QueueConformance

/// Rules that pass, fail, hang, crash and so on, for a child to judge.
enum FixtureRules {
    static let all = [
        passes, fails, hangs, crashes, traps, trapsTooEarly, neverTraps, spins, dozes, prints, lingers, cases,
        records, recordsNothing, isUndecided, lacksWhatItNeeds, crashesUnspecified, spinsUnspecified,
        isUnobservable, crashesAtMisuse, stopsInItsOwnWords, expectsNothing,
        tellsItsProcesses, leavesAProcess,
    ]

    static let passes = rule("99.1", .ownProcess) { _, probe in
        try await probe.settle()
        try expectTruth(probe)
    }

    /// As a check does all of whose parts need what the queue doesn't claim.
    static let expectsNothing = rule("99.24", .ownProcess) { _, probe in try await probe.settle() }

    static let fails = rule("99.2") { _, probe in
        probe.recorder().call("queue.addOperation(a)") {}
        throw probe.violation("something, \"quoted\"\nand broken", observed: "nothing")
    }

    static let hangs = rule("99.3") { _, probe in
        probe.trace("a").begin()
        await probe.open(Latch("never"))
    }

    static let crashes = rule("99.4") { _, _ in
        say("about to be killed")
        raise(SIGSEGV)
    }

    static let traps = rule("99.5", .trap) { _, probe in
        try await probe.mustStop("operation.start()") {
            fatalError("OperationLab, rule 99.5 broken: a good reason")
        }
    }

    static let trapsTooEarly = rule("99.6", .trap) { _, probe in
        fatalError("before the call that has to stop")
    }

    /// As an adapter does that has a mistake where the queue is misused.
    static let crashesAtMisuse = rule("99.22", .trap) { _, probe in
        try await probe.mustStop("operation.start()") { fatalError("Not implemented.") }
    }

    /// As a queue does that isn't this project's.
    static let stopsInItsOwnWords = rule("99.23", .trap) { _, probe in
        try await probe.mustStop("operation.start()") { fatalError("You must not do that: 7.") }
    }

    static let neverTraps = rule("99.7", .trap) { _, probe in try await probe.mustStop("operation.start()") {}
    }

    /// Neither ends nor rests, and ignores a request to end.
    static let spins = rule("99.8") { _, _ in
        signal(SIGTERM, SIG_IGN)
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
            SystemThread.start { while true { sched_yield() } }
        }
    }

    /// Neither ends nor rests, and hardly works.
    static let dozes = rule("99.21") { _, _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
            SystemThread.start { while true { usleep(10_000) } }
        }
    }

    static let prints = rule("99.9") { _, probe in
        print("{\"verdict\":{\"_0\":{\"failed\":{}}}}")
        let lines = Array(repeating: "a line of a subject that says a lot", count: 200).joined(
            separator: "\n")
        for _ in 0..<100 { say(lines) }
        try expectTruth(probe)
    }

    /// Passes, and ends with a status as a sanitizer would make it.
    static let lingers = rule("99.10") { _, probe in
        atexit {
            say("a leak was found")
            _exit(23)
        }
        try expectTruth(probe)
    }

    static let cases = rule("99.11", cases: ["good", "bad", "crash"]) { _, probe in
        try probe.expect(probe.caseName != "bad", "good", observed: "bad")
        if probe.caseName == "crash" { raise(SIGBUS) }
    }

    static let records = Rule(unspecified: "99.12", "A rule of the fixture.") { _, _ in "it is so" }

    static let recordsNothing = rule("99.13", level: .unspecified) { _, _ in }

    static let isUndecided = rule("99.14") { _, _ in throw Undecided("nobody knows") }

    /// Its parent, and itself.
    static let tellsItsProcesses = rule("99.25") { _, _ in throw Undecided("\(getppid()) \(getpid())") }

    /// That has its standard error, too. Tells which.
    static let leavesAProcess = rule("99.26") { _, _ in
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
        guard posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, environ) == 0 else {
            fatalError("sleep can't be started.")
        }
        arguments.forEach { free($0) }
        throw Undecided("\(getpid()) \(process)")
    }

    static let isUnobservable = rule("99.20") { _, _ in throw Unobservable("only others see it") }

    static let lacksWhatItNeeds = Rule(unspecified: "99.15", "A rule of the fixture.") { _, probe in
        throw probe.violation("a start", observed: "none")
    }

    static let crashesUnspecified = Rule(unspecified: "99.16", "A rule of the fixture.") { _, _ in
        raise(SIGSEGV)
        return "it goes on"
    }

    static let spinsUnspecified = rule("99.17", level: .unspecified, check: spins.check)

    private static func rule(
        _ id: RuleID, _ isolation: Rule.Isolation = .anywhere, level: Rule.Level = .required,
        cases: [String] = [""], check: @escaping Rule.Check
    ) -> Rule {
        Rule(
            id, "A rule of the fixture.", level: level, sources: [.own], isolation: isolation, cases: cases,
            check: check)
    }

    private static func expectTruth(_ probe: Probe) throws {
        try probe.expect(true, "a pass", observed: "none")
    }

    private static func say(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
