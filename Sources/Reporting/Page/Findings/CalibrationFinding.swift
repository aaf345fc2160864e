private import BenchmarkStatistics
private import TextFormats

/// How often a gate is wrong on this machine, and what it finds.
struct CalibrationFinding {
    let file: CalibrationFile

    /// Nil if there was no trial.
    var finding: Finding? {
        guard let first = file.plants.first else { return nil }
        return Finding(
            title: "How reliable is the gate?", headline: "\(XML.text(sentence(first))).",
            details: file.plants.dropFirst().map { "\(XML.text(sentence($0)))." })
    }

    private func sentence(_ plant: CalibrationFile.Plant) -> String {
        let (lower, upper) = (Decimals.percent(plant.interval.lower), Decimals.percent(plant.interval.upper))
        let gates = plant.trials == 1 ? "1 gate" : "\(plant.trials) gates"
        return
            "Planted \(plant.name): \(plant.found) of \(gates) found a difference (95% interval \(lower) to \(upper))"
    }
}
