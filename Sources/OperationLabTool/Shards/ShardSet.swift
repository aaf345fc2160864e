private import FoundationEssentials
private import TextFormats

/// All parts of one run, in the order of their numbers.
struct ShardSet {
    let manifest: ShardManifest
    private let folders: [String]

    /// Reads the folders of a run, and makes sure that they are its parts, each of them once.
    ///
    /// - Throws: ``UsageError`` that names every folder that doesn't belong, and every part that is missing.
    init(reading folders: [String]) throws {
        let parts = try folders.map { (folder: $0, manifest: try ShardManifest.read($0)) }
        guard let first = parts.first else { throw UsageError("there is no folder to merge") }
        let problems =
            parts.dropFirst().flatMap { part in
                Self.differences(of: part.manifest, from: first.manifest).map {
                    "\(part.folder) and \(first.folder) are no parts of one run: \($0)"
                }
            }
            + Self.gaps(in: parts)
        guard problems.isEmpty else { throw UsageError(problems.joined(separator: "\n")) }
        let ordered = parts.sorted { $0.manifest.shard.number < $1.manifest.shard.number }
        manifest = first.manifest
        self.folders = ordered.map(\.folder)
    }

    private static func differences(of one: ShardManifest, from other: ShardManifest) -> [String] {
        var found: [String] = []
        if one.command != other.command {
            return ["one is of '\(one.command)', the other of '\(other.command)'"]
        }
        if one.shard.count != other.shard.count {
            found.append("one is part \(one.shard), the other part \(other.shard)")
        }
        if one.program != other.program {
            found.append("another build of the program made it (\(one.program), not \(other.program))")
        }
        for name in Set(one.plan.keys).union(other.plan.keys).sorted()
        where one.plan[name] != other.plan[name] {
            found.append("\(name) is \(shown(one.plan[name])), not \(shown(other.plan[name]))")
        }
        return found
    }

    private static func shown(_ value: String?) -> String {
        guard let value else { return "not set" }
        return value.count <= 60 ? "'\(value)'" : "'\(value.prefix(60))…'"
    }

    private static func gaps(in parts: [(folder: String, manifest: ShardManifest)]) -> [String] {
        let count = parts[0].manifest.shard.count
        let byNumber = Dictionary(grouping: parts, by: \.manifest.shard.number)
        var problems: [String] = []
        for (number, same) in byNumber.sorted(by: { $0.key < $1.key }) {
            if same.count > 1 {
                problems.append(
                    "part \(number)/\(count) is there \(same.count) times: "
                        + same.map(\.folder).joined(separator: ", "))
            }
            for part in same where part.manifest.state != .finished {
                let what =
                    part.manifest.state == .interrupted
                    ? "was interrupted" : "hasn't ended: it was killed, or still runs"
                problems.append(
                    "part \(number)/\(count) in \(part.folder) \(what). Run it again, and merge its new folder instead: "
                        + part.manifest.again(output: part.folder + "-again"))
            }
        }
        let missing = count < 1 ? [] : (1...count).filter { byNumber[$0] == nil }
        for number in missing.prefix(10) {
            problems.append(
                "part \(number)/\(count) is missing: "
                    + parts[0].manifest.again(Shard(number: number, count: count), output: "DIR"))
        }
        if missing.count > 10 { problems.append("and \(missing.count - 10) more parts are missing") }
        return problems
    }

    /// The results of the parts, in their order.
    func results<Result: Decodable>(_ type: Result.Type = Result.self) throws -> [Result] {
        try folders.map { folder in
            let path = "\(folder)/\(ShardRecord.resultsName)"
            return try UsageError.onFileError {
                do {
                    return try JSONDecoder().decode(type, from: Data(try TextFile.bytes(path)))
                } catch let error as DecodingError {
                    throw FileError(action: "read", path: path, reason: error.explanation)
                }
            }
        }
    }

    /// The results of all pieces of work in their order, where each part has those that it contains (``Shard/contains(_:)``).
    ///
    /// - Parameter count: How many pieces of work there are.
    /// - Throws: ``UsageError`` if a part has fewer or more.
    func interleaved<Result: Decodable>(of count: Int) throws -> [Result] {
        let parts = try results([Result].self)
        for (number, part) in parts.enumerated() {
            let planned = (0..<count).count(where: Shard(number: number + 1, count: parts.count).contains)
            guard part.count == planned else {
                throw UsageError("\(folders[number]) has \(part.count) results, and \(planned) were planned")
            }
        }
        return (0..<count).map { parts[$0 % parts.count][$0 / parts.count] }
    }

    /// Makes sure that this program plans the run as its parts did.
    ///
    /// - Throws: ``UsageError`` that names what differs.
    func checkPlan(_ plan: [String: String]) throws {
        let names = Set(plan.keys).union(manifest.plan.keys).sorted().filter { plan[$0] != manifest.plan[$0] }
        guard let name = names.first else { return }
        throw UsageError(
            "this program can't merge these parts: \(name) is \(Self.shown(plan[name])) here, and was "
                + "\(Self.shown(manifest.plan[name])) in them. Merge with the program that made them")
    }
}
