internal import QueueBenchmarking
internal import QueueConformance
internal import TextFormats

/// Reads gate.json, the settings of a gate. Settings that it doesn't contain have the defaults of ``GateSettings``.
///
/// An unknown key is an error, because a misspelled setting would have no effect.
public enum GateFile {
    /// The usual name of the file.
    public static let fileName = "gate.json"

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - processors: The number of processors, which some cases depend on.
    /// - Throws: `FileError` with the position of the error.
    public static func read(_ path: String, processors: Int) throws -> GateSettings {
        let file = try ConfigurationValue.read(path)
        let values = try file.members(
            [
                "queues", "cases", "tiers", "advisory", "rules", "level", "thresholds", "slack", "blocks",
                "interimAnalyses", "runs", "seconds", "allowed",
            ], formerKeys: ["looks": "interimAnalyses"])
        var settings = GateSettings()
        try readSelection(values, processors, &settings)
        if let value = values["level"] {
            settings.level = try value.number("between 0 and 0.5") { $0 > 0 && $0 < 0.5 }
        }
        if let value = values["thresholds"] { try readThresholds(value, &settings) }
        if let value = values["slack"] { try readSlack(value, &settings) }
        try readEffort(values, &settings)
        if let value = values["allowed"] {
            settings.allowances = try value.elements().map(GateAllowanceReader.allowance)
        }
        return settings
    }

    // MARK: What is compared

    private static func readSelection(
        _ values: [String: ConfigurationValue], _ processors: Int, _ settings: inout GateSettings
    ) throws(FileError) {
        if let value = values["queues"] {
            settings.queues = try value.list { (queue) throws(FileError) in try queue.string() }
        }
        if let value = values["cases"] {
            settings.cases = try filled(value) { (one) throws(FileError) in try pattern(one, processors) }
        }
        if let value = values["tiers"] { settings.tiers = try filled(value, tier) }
        if let value = values["advisory"] { settings.advisory = try value.list(tier) }
        if let value = values["rules"] { settings.rules = try value.list(rule) }
    }

    /// A list that must not be empty.
    private static func filled<Element>(
        _ value: ConfigurationValue, _ make: (ConfigurationValue) throws(FileError) -> Element
    ) throws(FileError) -> [Element] {
        let list = try value.list(make)
        if list.isEmpty { throw value.error("'\(value.name)' is empty, so that nothing would be compared") }
        return list
    }

    static func tier(_ value: ConfigurationValue) throws(FileError) -> GateTier {
        let name = try value.string()
        guard let tier = GateTier(rawValue: name) else {
            let names = GateTier.allCases.map(\.rawValue)
            throw value.error(NearestNames.sentence(unknown: "tier", name, among: names))
        }
        return tier
    }

    private static func pattern(_ value: ConfigurationValue, _ processors: Int) throws(FileError) -> String {
        let pattern = try value.string()
        do throws(ScenarioPattern.Refusal) {
            _ = try GateCase.cases(matching: pattern, processors: processors)
        } catch {
            throw value.error(error.description)
        }
        return pattern
    }

    private static func rule(_ value: ConfigurationValue) throws(FileError) -> String {
        let pattern = try value.string()
        let rules = RuleBook.all.map(\.id)
        let families = Set(rules.map(\.family)).sorted().map { "\($0).*" }
        let known = rules.map(\.description) + families + ["*"]
        guard known.contains(pattern) else {
            throw value.error(NearestNames.sentence(unknown: "rule", pattern, among: known))
        }
        return pattern
    }

    // MARK: What is tolerated

    private static func readThresholds(
        _ value: ConfigurationValue, _ settings: inout GateSettings
    ) throws(FileError) {
        let settable: [(key: String, setting: WritableKeyPath<GateSettings, Double>)] = [
            ("cpu", \.cpuThreshold), ("wall", \.wallThreshold), ("exponent", \.exponentThreshold),
            ("anchor", \.anchorTolerance), ("detectable", \.detectable),
        ]
        let values = try value.members(settable.map(\.key))
        for (key, setting) in settable {
            guard let value = values[key] else { continue }
            settings[keyPath: setting] = try value.number("above 0 and up to 1, as in 0.03 for 3%") {
                $0 > 0 && $0 <= 1
            }
        }
    }

    private static func readSlack(
        _ value: ConfigurationValue, _ settings: inout GateSettings
    ) throws(FileError) {
        let settable: [(key: String, setting: WritableKeyPath<GateSettings, Double>)] = [
            ("allocations", \.allocationSlack), ("bytes", \.byteSlack), ("threads", \.threadSlack),
        ]
        let values = try value.members(settable.map(\.key))
        for (key, setting) in settable {
            guard let value = values[key] else { continue }
            settings[keyPath: setting] = try value.number("of 0 or more") { $0 >= 0 }
        }
    }

    // MARK: How much is done

    /// Permitted numbers of blocks; the upper bound prevents overflow.
    public static let blockCounts = 1...100_000
    /// A week.
    public static let mostSeconds = 604_800.0

    private static func readEffort(
        _ values: [String: ConfigurationValue], _ settings: inout GateSettings
    ) throws(FileError) {
        if let value = values["blocks"] { settings.blocks = try value.integer(blockCounts) }
        if let value = values["interimAnalyses"] {
            settings.interimAnalyses = try value.integer(blockCounts)
        }
        if settings.blocks < settings.interimAnalyses,
            let value = values["blocks"] ?? values["interimAnalyses"]
        {
            throw value.error(
                "\(settings.interimAnalyses) interim analyses need as many blocks, and there are \(settings.blocks)"
            )
        }
        if let value = values["runs"] { settings.runs = try value.integer(2...1_000, isEven: true) }
        if let value = values["seconds"] {
            settings.seconds = try value.number("above 0 and up to \(Decimals.shortest(mostSeconds))") {
                $0 > 0 && $0 <= mostSeconds
            }
        }
    }
}
