private import ChildProcesses
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import Operations
private import Quiescence

/// The part of a conformance run that happens in a process of its own.
public enum ChildJudge {
    /// Does what the arguments of this process, or a fork server, ask for (``JudgeRequest/arguments``), and ends it: as
    /// ``judge(_:caseName:on:looksForLeaks:)`` does, or with status 64 if they ask for what isn't there.
    ///
    /// - Parameters:
    ///   - arguments: Of the process, without its name and the name of a subcommand.
    ///   - rules: Those that can be asked for.
    ///   - looksForLeaks: Whether leaks are looked for after a pass on this subject.
    ///   - subject: The subject of a name; nil if there is none.
    public static func serve(
        _ arguments: [String], rules: [Rule] = RuleBook.all,
        looksForLeaks: (any JudgedSubject) -> Bool = { _ in true },
        subject: (String) -> (any JudgedSubject)?
    ) async -> Never {
        do {
            let request = try JudgeRequest(ofProcess: arguments)
            await serve(request: request, rules: rules, looksForLeaks: looksForLeaks, subject: subject)
        } catch {
            ParentProcess.refuse("\(error)")
        }
    }

    /// The same for a request that was read already.
    public static func serve(
        request: JudgeRequest, rules: [Rule] = RuleBook.all,
        looksForLeaks: (any JudgedSubject) -> Bool = { _ in true },
        subject: (String) -> (any JudgedSubject)?
    ) async -> Never {
        guard let rule = rules.first(where: { $0.id == request.rule }) else {
            ParentProcess.refuse("there is no rule '\(request.rule)'")
        }
        guard rule.cases.contains(request.caseName) else {
            ParentProcess.refuse("rule \(rule.id) has no case '\(request.caseName)'")
        }
        guard let subject = subject(request.queue) else {
            ParentProcess.refuse("there is no queue '\(request.queue)'")
        }
        await judge(
            rule, caseName: request.caseName, on: subject, looksForLeaks: looksForLeaks(subject))
    }

    /// Tries one case of a rule on a subject, writes the verdict for the process that started this one, and
    /// ends this process.
    ///
    /// Call it once, in a task, soon after the start of the process; nothing else may go on there. A check
    /// hangs if the process is quiescent before it has come to its end; see `ProcessQuiescence` for when that is exact.
    ///
    /// Standard output belongs to the verdict: what the subject prints goes to standard error.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - caseName: One of its cases.
    ///   - subject: The subject.
    ///   - looksForLeaks: Whether, after a pass, the process ends in a way that lets a leak detector look. Not for a
    ///     subject that is known to be defective: what its defect leaves behind is no fault of the rule that passed.
    public static func judge(
        _ rule: Rule, caseName: String, on subject: any JudgedSubject, looksForLeaks: Bool = true
    ) async -> Never {
        let parent = ParentProcess()
        let stopMessages = (subject as? any MisuseDetectionSubject)?.stopMessages ?? []
        let probe = Probe(rule: rule, caseName: caseName, subject: subject) {
            send(.misuseIsNext(stopMessages: stopMessages), to: parent)
        }
        // Whoever has the verdict ends the process: this task would need a thread of the pool to go on, and the
        // subject may have them all.
        let first = Promise<Verdict>()
        let offer: @Sendable (Verdict) -> Void = { verdict in
            guard first.fulfill(verdict) else { return }
            send(.verdict(verdict), to: parent)
            // What a pass leaves behind is the queue's, so the process ends in full, and leaks are looked for.
            // After anything else, threads and operations are stranded.
            if looksForLeaks, verdict == .passed { exit(0) } else { _exit(0) }
        }
        // On threads of their own: what a subject runs may block, and on this platform Dispatch's queues and
        // the cooperative pool share their threads. Foundation's operations kept this check from going on
        // until the last of them had begun, a thread a second, so that rule 7.1 had nothing left to see.
        WorkerTask.start { offer(await Self.verdict(of: rule, on: subject, probe)) }
        WorkerTask.start { offer(await Self.verdictOnceQuiescent(probe, subject)) }
        await end.wait()
        fatalError("A process that judges goes on after its verdict.")
    }

    /// Stays closed: the process ends instead. Static, so that a leak detector can reach the task that waits.
    private static let end = Latch("the end of the process")

    private static func verdictOnceQuiescent(
        _ probe: Probe, _ subject: any JudgedSubject
    ) async -> Verdict {
        do {
            try await ProcessQuiescence.shared.lasts(for: probe.hangTime)
            if let missing = probe.notClaimed { return notApplicable(missing, subject) }
            let history = probe.history
            // Nobody waits for a call that blocks its thread: only the history has it.
            let calls = probe.waitingFor.isEmpty ? history.unreturned.map { "\($0) to return" } : []
            return .hung(
                waitingFor: probe.waitingFor + calls, history: history,
                quiescentFor: .nanoseconds(probe.hangTime))
        } catch {
            return .harnessError("\(error)")
        }
    }

    /// Runs the check to its end.
    static func verdict(of rule: Rule, on subject: any JudgedSubject, _ probe: Probe) async -> Verdict {
        let verdict = await verdictOfCheck(rule, subject, probe)
        return probe.notClaimed.map { notApplicable($0, subject) } ?? verdict
    }

    private static func notApplicable(_ missing: NotClaimed, _ subject: any JudgedSubject) -> Verdict {
        .notApplicable(
            missing.capability,
            reason: subject.claims.missing[missing.capability] ?? subject.lacksOthersBecause)
    }

    private static func verdictOfCheck(
        _ rule: Rule, _ subject: any JudgedSubject, _ probe: Probe
    ) async -> Verdict {
        do {
            try await rule.check(subject, probe)
            return probe.verdictAtEnd
        } catch let violation as Violation {
            let verdict = Verdict.failed(violation)
            // Nothing can be broken that is unspecified, only what the check needs to see it.
            return rule.level == .unspecified ? .inconclusive(reason: verdict.reason) : verdict
        } catch let undecided as Undecided {
            return .inconclusive(reason: undecided.reason)
        } catch let missing as NotClaimed {
            return notApplicable(missing, subject)
        } catch let unseen as Unobservable {
            return .notApplicable(nil, reason: unseen.reason)
        } catch {
            return .harnessError("the check threw an error that is no violation: \(error)")
        }
    }

    private static func send(_ message: ChildMessage, to parent: ParentProcess) {
        do {
            parent.send(try message.line())
        } catch {
            fatalError("A verdict can't be written as JSON: \(error)")
        }
    }
}
