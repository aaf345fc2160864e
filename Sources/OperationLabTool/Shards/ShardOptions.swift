internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform

/// The option of commands whose work can be divided among machines.
struct ShardOptions: ParsableArguments {
    @Option(
        help: .init(
            "Run only this part, as 2/7: the second of seven.",
            discussion: "Needs --output. 'auto' takes it from the environment of a CI or cluster job. "
                + "'\(toolName) merge' joins the parts.",
            valueName: "I/N|auto"))
    var shard: String?

    /// - Throws: `ValidationError` if there is no folder for the part.
    func check(_ output: String?) throws {
        if shard != nil, output == nil {
            throw ValidationError("--shard needs --output, a folder for this part's results.")
        }
    }

    /// The part to run; nil for the whole, without a file of parts.
    ///
    /// - Throws: ``UsageError`` for a part that doesn't exist.
    func chosen() throws -> ShardEnvironment.Finding? {
        guard let shard else { return nil }
        guard shard == "auto" else {
            return .init(shard: try Shard(shard), origin: "--shard \(shard)")
        }
        let variables = ProcessInfo.processInfo.environment
        let finding = try ShardEnvironment(variables: variables).finding()
        // Bazel takes a program that doesn't touch this file for one that runs everything in each part.
        if let path = variables["TEST_SHARD_STATUS_FILE"], !path.isEmpty {
            guard FileManager.default.createFile(atPath: path, contents: nil) else {
                throw UsageError("--shard auto: can't write TEST_SHARD_STATUS_FILE, \(path)")
            }
        }
        return finding
    }
}
