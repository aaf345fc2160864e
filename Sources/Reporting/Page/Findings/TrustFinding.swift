internal import QueueBenchmarking
private import TextFormats

/// On which machine and under which load a run was made, and what speaks against its numbers.
struct TrustFinding {
    let view: RunView
    /// The version of the rules by which the verdicts beside the run were judged; nil if there are none.
    let judgedBy: String?

    private var manifest: RunManifest { view.folder.manifest }

    var finding: Finding {
        let doubts = doubts
        let flagged = flagged
        let headline =
            doubts.isEmpty
            ? flagged.isEmpty
                ? "Yes: nothing that the run recorded speaks against it."
                : "Yes, but less at some cases: \(XML.text(flagged[0]))"
            : "With \(doubts.count == 1 ? "a reservation" : "\(doubts.count) reservations"): \(XML.text(doubts[0]))"
        return Finding(
            title: "Can the measurement be trusted?", tone: doubts.isEmpty ? .good : .warn,
            headline: headline,
            details: (doubts.dropFirst() + [machine] + checked
                + (doubts.isEmpty ? Array(flagged.dropFirst()) : flagged))
                .map { XML.text($0) },
            more: .init("How it was measured", (remarks + [program]).map { XML.text($0) })
        )
    }

    /// What limits the reliability: a sentence each.
    private var doubts: [String] {
        let checks = checks
        var doubts = RunDoubts.sentences(manifest, of: "The run")
        let failed = checks.count { $0.value != 1 }
        if failed > 0 {
            doubts.append(
                "\(failed) of \(Decimals.grouped(checks.count)) runs failed their check, and have no times.")
        }
        if view.lacksRounds {
            doubts.append(
                "There are too few rounds for intervals: they take \(BenchmarkSummary.leastRoundsForInterval)."
            )
        }
        if let judgedBy, let own = manifest.rulesVersion, judgedBy != own {
            doubts.append(
                "The verdicts are by the rules \(judgedBy), and the program that was measured has the rules \(own): the files "
                    + "belong to different programs.")
        }
        let disturbed = checks.count { ($0.conditions.steal ?? 0) > 0 }
        if disturbed * 20 > checks.count {
            doubts.append(
                "The hypervisor took processor time during \(disturbed) of \(checks.count) runs: another guest may have affected them."
            )
        }
        return doubts
    }

    /// One row for each run that counts.
    private var checks: [Measurement] {
        view.folder.measurements.filter { $0.metric == .resultCheck && $0.place != nil }
    }

    /// Nothing if a run failed its check, which is a doubt.
    private var checked: [String] {
        let checks = checks
        guard checks.allSatisfy({ $0.value == 1 }) else { return [] }
        return [
            "All \(Decimals.grouped(checks.count)) runs passed their check: every operation ran once, within the limit of its queue."
        ]
    }

    /// Which runs show less than the others.
    private var flagged: [String] {
        let checks = checks
        let flags = [
            (
                RunFlag.overloaded,
                "did not keep up with the load; there the latencies depend on the length of the run"
            ),
            (.unsettled, "were still getting faster when the warm-up ended"),
        ]
        return flags.compactMap { flag, text in
            let flagged = checks.filter { $0.flags.contains(flag) }
            if flagged.isEmpty { return nil }
            let queues = Set(flagged.map(\.subject.queue)).sorted()
            return
                "\(flagged.count) of \(Decimals.grouped(checks.count)) runs (\(queues.joined(separator: ", "))) \(text)."
        }
    }

    private var remarks: [String] {
        var remarks = manifest.unmeasured
        let outliers = view.tables.flatMap(\.lines).reduce(0) { $0 + $1.outliers }
        if outliers > 0 {
            let times = view.folder.measurements.count { $0.metric == .processCPUTime && $0.place != nil }
            remarks.append(
                "\(outliers) of \(Decimals.grouped(times)) processor times are outliers; they count.")
        }
        return remarks
    }

    /// What every number depends on.
    private var machine: String {
        let machine = manifest.machine
        let load =
            machine.loadAverage.map { "at a load of \(Decimals.rounded($0, places: 1)) before it began" }
            ?? "at an unknown load"
        return "Measured on \(machine.phrase), \(load), in \(manifest.profile.rounds) rounds."
    }

    private var program: String {
        "\(manifest.toolchain.swift ?? "Unknown compiler"), \(manifest.toolchain.configuration) build, allocator "
            + "\(manifest.allocator.name); profile \(manifest.profile.name), seed \(manifest.seed); \(manifest.started), commit "
            + "\(manifest.commit ?? "unknown")."
    }
}
