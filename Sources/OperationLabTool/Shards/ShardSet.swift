private import FoundationEssentials
private import LinuxPlatform
private import TextFormats

/// All parts of one run, in the order of their numbers.
struct ShardSet {
    let manifest: ShardManifest
    private let folders: [String]

    /// Reads the folders of a run, and makes sure that they are its parts, each of them once.
    ///
    /// - Throws: ``UsageError`` that names every folder that doesn't belong, and every part that is missing.
    init(reading folders: [String]) throws {
        // As a shell completes it.
        let folders = folders.map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
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
                    switch part.manifest.state {
                    case .interrupted: "was interrupted"
                    case .damaged: "lost a process, which was killed or couldn't be run"
                    case .running, .finished: "hasn't ended: it was killed, or still runs"
                    }
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
    ///
    /// - Throws: ``UsageError`` for a file that can't be read, or isn't that of its folder's part.
    func results<Result: Codable>(_ type: Result.Type = Result.self) throws -> [Result] {
        try folders.enumerated().map { index, folder in
            let path = "\(folder)/\(ShardRecord.resultsName)"
            let part = Shard(number: index + 1, count: folders.count)
            let again = manifest.again(part, output: folder + "-again")
            let content: ShardResult<Result>
            do {
                content = try JSONDecoder().decode(
                    ShardResult<Result>.self, from: Data(try TextFile.bytes(path)))
            } catch let error as DecodingError {
                throw UsageError("can't read \(path): \(error.explanation). Run the part again: \(again)")
            } catch {
                throw UsageError("\(error). Run the part again: \(again)")
            }
            guard content.planHash == manifest.planHash, content.program == manifest.program,
                content.shard == part
            else {
                throw UsageError(
                    "\(path) is of another run or part (\(content.shard)). Run the part again: \(again)")
            }
            return content.result
        }
    }

    /// Makes sure that this program is the one that ran the parts, and plans the run as they did.
    ///
    /// - Throws: ``UsageError`` that names what differs.
    func check(_ plan: [String: String]) throws {
        let names = Set(plan.keys).union(manifest.plan.keys).sorted().filter { plan[$0] != manifest.plan[$0] }
        if let name = names.first {
            throw UsageError(
                "this program can't merge these parts: \(name) is \(Self.shown(plan[name])) here, and was "
                    + "\(Self.shown(manifest.plan[name])) in them. Merge with the program that made them")
        }
        let own = try ShardManifest.digest(ofProgram: OwnExecutable.path())
        guard own == manifest.program, ShardManifest.hash(of: manifest.plan) == manifest.planHash else {
            throw UsageError(
                "this program (\(own)) isn't the one that made the parts (\(manifest.program)), or their plan was changed. "
                    + "Merge with the program that made them")
        }
    }
}
