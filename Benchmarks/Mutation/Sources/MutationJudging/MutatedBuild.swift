public import MutationOperators
private import TextFormats

/// One program that holds all mutants, each behind a switch.
public struct MutatedBuild: Sendable {
    let tree: SourceTree
    let files: [MutableFile]
    let mutants: [Mutant]
    let modules: [String]
    let progress: @Sendable (String) -> Void
    /// Called with what is known not to compile, whenever more is known.
    let store: @Sendable (Set<Int>) throws -> Void

    /// - Parameters:
    ///   - tree: Where it is built.
    ///   - files: The mutated files.
    ///   - mutants: All mutants of these.
    ///   - modules: Their modules, from the lowest.
    ///   - progress: Called with what is done.
    ///   - store: Called with what is known not to compile, whenever more is known.
    public init(
        _ tree: SourceTree, _ files: [MutableFile], _ mutants: [Mutant], modules: [String],
        progress: @escaping @Sendable (String) -> Void, store: @escaping @Sendable (Set<Int>) throws -> Void
    ) {
        self.tree = tree
        self.files = files
        self.mutants = mutants
        self.modules = modules
        self.progress = progress
        self.store = store
    }

    /// Builds the program. What doesn't compile is left out, and the rest built again.
    ///
    /// - Parameters:
    ///   - dropped: What is known not to compile.
    ///   - withTests: Whether the tests are built as well.
    /// - Returns: What doesn't compile.
    /// - Throws: ``HarnessError`` if the rest can't be built.
    public func build(without dropped: Set<Int>, withTests: Bool) async throws -> Set<Int> {
        var dropped = dropped
        for module in modules { dropped = try await compile(["--target", module], without: dropped) }
        dropped = try await compile(["--product", "oplab"], without: dropped)
        dropped = try await compile(["--product", "ScheduleInterposition"], without: dropped)
        if withTests {
            dropped = try await compile(
                ["--build-tests", "--disable-xctest"], without: dropped, configuration: "debug")
        }
        return dropped
    }

    private func compile(
        _ options: [String], without known: Set<Int>, configuration: String = "release"
    ) async throws -> Set<Int> {
        var dropped = known
        var isRetry = false
        while true {
            let texts = try texts(without: dropped)
            try await tree.write(texts)
            progress("building \(options.joined(separator: " ")), without \(dropped.count) mutants")
            let run = try await CommandRun.run(
                ["swift", "build", "-c", configuration, "--package-path", tree.folder] + options,
                environment: ["OPERATIONLAB_STRICT": "0"], limit: 7200)
            if run.hasSucceeded { return dropped }
            let output = run.output + run.errors
            let errors = CompilerError.all(in: output, folder: tree.folder)
            var guilty: Set<Int> = []
            for error in errors {
                guard let text = texts[error.file] else { continue }
                guilty.formUnion(Schemata.mutants(in: text, line: error.line, column: error.column))
            }
            guilty.subtract(dropped)
            // A build that was killed may have left half of a module.
            if guilty.isEmpty, !isRetry {
                isRetry = true
                continue
            }
            if guilty.isEmpty {
                let lines = output.split(separator: "\n")
                let reasons = lines.filter { $0.contains("error: ") }
                throw HarnessError(
                    "the mutated program can't be built:\n"
                        + (reasons.isEmpty ? lines.suffix(40) : reasons.prefix(40)[...]).joined(
                            separator: "\n"))
            }
            progress("\(guilty.count) mutants don't compile")
            isRetry = false
            dropped.formUnion(guilty)
            try store(dropped)
        }
    }

    /// The changed and added files, by their paths.
    private func texts(without dropped: Set<Int>) throws -> [String: String] {
        var texts: [String: String] = [:]
        let byFile = Dictionary(grouping: mutants.filter { !dropped.contains($0.number) }, by: \.file)
        for file in files {
            texts[file.path] = Schemata(file, byFile[file.path] ?? []).text
        }
        texts["Package.swift"] =
            try TextFile.contents("\(tree.repository)/Package.swift") + MutantSupport.manifest(modules)
        for module in modules {
            texts["Sources/\(module)/MutantSwitch.swift"] = MutantSupport.moduleSwitch
        }
        texts["Sources/ConcurrencyPrimitives/MutantSupport.swift"] =
            MutantSupport.primitives + MutantSupport.splitWords
        for change in MutantSupport.lockChanges {
            guard let text = texts[change.file], text.contains(change.text) else {
                throw HarnessError("\(change.file) doesn't contain '\(change.text)', which notes its locks")
            }
            texts[change.file] = text.split(separator: change.text, omittingEmptySubsequences: false)
                .joined(separator: change.replacement)
        }
        let (header, source) = ("Sources/CPlatform/include/CPlatform.h", "Sources/CPlatform/CPlatform.c")
        var text = try TextFile.contents("\(tree.repository)/\(header)")
        guard let end = text.ranges(of: "#endif").last else {
            throw HarnessError("\(header) doesn't end with #endif")
        }
        text.replaceSubrange(end, with: MutantSupport.header)
        texts[header] = text
        texts[source] = try TextFile.contents("\(tree.repository)/\(source)") + MutantSupport.implementation
        return texts
    }
}

/// An error that the compiler reports.
struct CompilerError: Hashable, Sendable {
    /// The path in the repository.
    let file: String
    let line: Int
    let column: Int

    /// The errors in the output of a build in `folder`.
    static func all(in output: String, folder: String) -> Set<CompilerError> {
        var errors: Set<CompilerError> = []
        for line in output.split(separator: "\n") {
            guard line.contains(": error: "), line.hasPrefix(folder + "/") else { continue }
            let parts = line.dropFirst(folder.count + 1).split(separator: ":", maxSplits: 3)
            guard parts.count == 4, let number = Int(parts[1]), let column = Int(parts[2]) else { continue }
            errors.insert(CompilerError(file: String(parts[0]), line: number, column: column))
        }
        return errors
    }
}
