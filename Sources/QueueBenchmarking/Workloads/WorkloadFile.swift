private import RandomNumbers
public import TextFormats

/// Reads the file of a workload. The article <doc:Workloads> has its format.
///
/// An unknown key is an error, because a misspelled one would have no effect.
public enum WorkloadFile {
    /// The largest number of operations.
    public static let mostOperations = 100_000_000
    /// The largest number of operations with recorded dependencies, which all exist at once.
    public static let mostRecorded = 1_000_000

    /// - Parameters:
    ///   - path: The path of the file.
    ///   - processors: The number of processors.
    /// - Throws: `FileError` with the position of the error.
    public static func read(_ path: String, processors: Int) throws -> Workload {
        try parse(try TextFile.bytes(path), path: path, processors: processors)
    }

    /// The same, from the content of the file.
    ///
    /// - Throws: `FileError` with the position of the error.
    public static func parse(_ bytes: [UInt8], path: String, processors: Int) throws(FileError) -> Workload {
        let file = ConfigurationValue(
            path: path, name: "", json: try PositionedJSON.parse(bytes, path: path))
        let values = try file.members([
            "name", "summary", "operations", "limit", "producers", "outstanding", "seed", "work",
            "dependencies", "priorities", "arrival", "blocking", "cancelled",
        ])
        let operations = try file.required("operations", in: values).integer(1...mostOperations)
        let producers = try values["producers"]?.integer(1...min(256, operations)) ?? 1
        let parts = WorkloadParts(operations: operations, producers: producers)
        let workload = Workload(
            name: try name(try file.required("name", in: values)),
            summary: try values["summary"]?.string() ?? "the workload of \(path)", path: path,
            checksum: Int(FNV1a(bytes).digest & 0xFFFF_FFFF), operations: operations,
            limit: try values["limit"].map { value throws(FileError) in try limit(value, processors) }
                ?? processors,
            producers: producers,
            outstanding: try values["outstanding"]?.integer(producers...1_000_000) ?? max(1_000, producers),
            seed: UInt64(try values["seed"]?.integer(0...(1 << 53)) ?? 1),
            work: try parts.distribution(try file.required("work", in: values)),
            dependencies: try values["dependencies"].map(parts.dependencies) ?? .none,
            priorities: try values["priorities"].map(parts.priorities) ?? [],
            arrival: try values["arrival"].map(parts.arrival) ?? .closed,
            blocking: try values["blocking"].map(parts.blocking),
            cancellation: try values["cancelled"].flatMap(parts.cancellation))
        try checkRecorded(workload, values)
        if let reason = WorkloadSize(workload, processors: processors).refusal { throw file.error(reason) }
        return workload
    }

    private static func name(_ value: ConfigurationValue) throws(FileError) -> String {
        let name = try value.string()
        func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII
                && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
        }
        guard name.count <= 60, name.unicodeScalars.allSatisfy(isAllowed), name.first != "-" else {
            throw value.error(
                "'\(name)' is no name: up to 60 letters, digits, dots, '_' and '-', which it doesn't begin with"
            )
        }
        if Scenarios.named(name) != nil {
            throw value.error("'\(name)' is the name of a scenario; results have to tell them apart")
        }
        return name
    }

    private static func limit(_ value: ConfigurationValue, _ processors: Int) throws(FileError) -> Int {
        guard case .string = value.json.value else { return try value.integer(1...10_000) }
        switch try value.string() {
        case "processors": return processors
        case "none": return -1
        case let text:
            throw value.error(
                "'\(value.name)' must be a whole number from 1 to 10000, \"processors\" or \"none\", and is \"\(text)\""
            )
        }
    }

    /// What is recorded has one order of adding.
    private static func checkRecorded(
        _ workload: Workload, _ values: [String: ConfigurationValue]
    ) throws(FileError) {
        var isTimed = false
        if case .times = workload.arrival { isTimed = true }
        guard workload.dependencies.isRecorded || isTimed else { return }
        if workload.producers > 1, let value = values["producers"] {
            throw value.error("what is recorded has one producer, and 'producers' is \(workload.producers)")
        }
        if workload.dependencies.isRecorded, let value = values["outstanding"] {
            throw value.error(
                "'outstanding' has no effect beside recorded dependencies, whose operations all exist at once"
            )
        }
    }
}
