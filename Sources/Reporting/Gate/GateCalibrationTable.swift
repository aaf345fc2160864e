internal import BenchmarkStatistics
public import RegressionGate
private import TextFormats

/// What `oplab gate calibrate` prints.
public enum GateCalibrationTable {
    public static func text(
        _ trials: [GateCalibration.Trial], _ plants: [GateCalibration.Plant], _ settings: GateSettings
    ) -> String {
        var text = "\n"
        for plant in plants {
            guard let rate = GateCalibration.Rate(trials, of: plant) else { continue }
            let own = trials.filter { $0.plant == plant }
            if plant == .allocation, !own.contains(where: \.countsAllocations) {
                text += PlainText.wrapped(
                    "\(plant): unknown, because this build doesn't count allocations (swift build --traits Jemalloc)",
                    indent: 2)
                continue
            }
            text += self.text(rate, own.count { $0.isRight })
        }
        text += "Intervals: Clopper and Pearson's, 95%. Seed \(settings.seed).\n"
        guard let advice = GateAdvice(trials) else {
            return text + "Without a comparison of times, the number of blocks needed is unknown.\n"
        }
        return text + "\n" + self.text(advice, settings)
    }

    private static func text(_ rate: GateCalibration.Rate, _ right: Int) -> String {
        let count: Int
        let what: String
        switch rate.plant {
        case .nothing: (count, what) = (rate.regressed + rate.improved, "false alarms")
        case .slowdown, .allocation: (count, what) = (right, "found")
        }
        let interval = rate.interval(count)
        var text =
            "\(rate.plant): \(count) of \(rate.trials) \(what), \(percent(Double(count) / Double(rate.trials))) "
            + "(\(percent(interval.lower))–\(percent(interval.upper)))\n"
        text +=
            "  regressed \(rate.regressed), improved \(rate.improved), inconclusive \(rate.inconclusive), "
            + "passed \(rate.passed)\n"
        text += "  a gate took \(seconds(rate.medianSeconds)), the longest \(seconds(rate.longestSeconds))"
        if let effect = rate.medianEffect { text += "; median of the effects \(percent(effect))" }
        return text + "\n"
    }

    private static func text(_ advice: GateAdvice, _ settings: GateSettings) -> String {
        var text =
            "On this machine, four of five gates find these slowdowns with so many blocks at each case "
            + "(\(seconds(advice.secondsPerBlock)) a block):\n"
        for threshold in [0.01, 0.02, 0.03, 0.05] {
            let needs = [0.03, 0.05, 0.10, 0.20].compactMap { effect in
                advice.blocks(toFind: effect, threshold: threshold).map {
                    "\(percent(effect)) \($0) blocks (\(seconds(Double($0) * advice.secondsPerBlock)))"
                }
            }
            text += PlainText.wrapped("threshold \(percent(threshold)): \(needs.joined(separator: ", "))")
        }
        let cases = max(1, settings.cases.count)
        let effect = advice.effect(in: settings.seconds, comparisons: cases, threshold: settings.cpuThreshold)
        text += PlainText.wrapped(
            "In \(seconds(settings.seconds)) and \(cases) cases, at a threshold of \(percent(settings.cpuThreshold)): "
                + "four of five gates find \(percent(effect)) and more.", indent: 0)
        return text
    }

    private static func percent(_ value: Double) -> String { Decimals.ratio(value * 100) + "%" }
    private static func seconds(_ value: Double) -> String { Decimals.ratio(value) + " s" }
}
