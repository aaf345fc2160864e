internal import ArgumentParser
private import FoundationEssentials
private import LinuxPlatform
private import QueueConformance
private import RandomNumbers
private import TextFormats

/// The content of shard.json: which part of which run a folder has.
struct ShardManifest: Codable {
    static let fileName = "shard.json"
    static let currentVersion = 1

    /// The progress of a part. One that was killed stays *running*.
    enum State: String, Codable {
        case running, finished, interrupted
        /// A process of it was killed, or couldn't be run.
        case damaged
    }

    var version = currentVersion
    var state = State.running
    /// "conform", "explore", "fuzz" or "bench".
    let command: String
    /// The arguments of the command. Paths are absolute, since parts may be merged in another folder.
    let arguments: [String]
    let shard: Shard
    /// Where the part was taken from: the option, or variables of the environment.
    let origin: String
    /// What the result depends on, by name. Equal in all parts of a run.
    let plan: [String: String]
    /// A digest of ``plan``.
    let planHash: String
    /// A digest of the program. Equal in all parts of a run.
    let program: String
    let host: String

    /// The manifest of a part that begins, by the command line of this process.
    init(
        _ command: any ShardableCommand.Type, _ finding: ShardEnvironment.Finding, plan: [String: String]
    ) throws {
        self.command = command._commandName
        arguments = ShardArguments(Array(CommandLine.arguments.dropFirst(2))).withAbsolutePaths(
            of: command.pathOptions)
        (shard, origin) = (finding.shard, finding.origin)
        self.plan = plan
        planHash = Self.hash(of: plan)
        program = try Self.digest(ofProgram: OwnExecutable.path())
        host = ProcessInfo.processInfo.hostName
    }

    static func hash(of plan: [String: String]) -> String {
        FNV1a(plan.sorted { $0.key < $1.key }.map { "\($0.key)\u{0}\($0.value)" }.joined(separator: "\u{0}"))
            .text
    }

    static func digest(ofProgram path: String) throws -> String {
        FNV1a(try TextFile.bytes(path)).text
    }

    /// The command line that runs this part again, or another one of the same run.
    ///
    /// - Parameter output: The folder to name in it.
    func again(_ other: Shard? = nil, output: String) -> String {
        var words = ShardArguments(arguments).without(["--output", "--shard"])
        words += ["--shard", "\(other ?? shard)", "--output", output]
        return ShellWords.line([toolName, command] + words)
    }

    /// - Throws: ``UsageError`` if the folder has no part of a run.
    static func read(_ folder: String) throws -> ShardManifest {
        let path = "\(folder)/\(fileName)"
        guard access(path, F_OK) == 0 else {
            throw UsageError("\(folder) has no \(fileName): it isn't the --output of a run with --shard")
        }
        return try UsageError.onFileError {
            let data = Data(try TextFile.bytes(path))
            do {
                let version = try JSONDecoder().decode(Version.self, from: data).version
                guard version == currentVersion else {
                    throw UsageError(
                        "\(path) has version \(version) of the format, and this program reads version \(currentVersion)"
                    )
                }
                return try JSONDecoder().decode(ShardManifest.self, from: data)
            } catch let error as DecodingError {
                throw FileError(action: "read", path: path, reason: error.explanation)
            }
        }
    }

    private struct Version: Decodable { let version: Int }
}

/// The arguments of a command.
struct ShardArguments {
    private let words: [String]

    init(_ words: [String]) { self.words = words }

    /// The words without these options and their values, which are in the same word or in the next.
    func without(_ options: [String]) -> [String] {
        var kept: [String] = []
        var isValue = false
        for word in words {
            if isValue {
                isValue = false
            } else if options.contains(word) {
                isValue = true
            } else if !options.contains(where: { word.hasPrefix($0 + "=") }) {
                kept.append(word)
            }
        }
        return kept
    }

    /// The words, where the values of these options are absolute paths.
    func withAbsolutePaths(of options: [String]) -> [String] {
        var isPath = false
        return words.map { word in
            defer { isPath = options.contains(word) }
            if isPath { return Self.absolute(word) }
            guard let option = options.first(where: { word.hasPrefix($0 + "=") }) else { return word }
            return "\(option)=" + Self.absolute(String(word.dropFirst(option.count + 1)))
        }
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
