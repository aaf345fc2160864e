private import LinuxPlatform
public import MutationOperators
private import RandomNumbers
internal import TextFormats

/// The mutants of the repository, and the committed lists of some of them.
public struct Bench: Sendable {
    public let tree: SourceTree
    public let mutants: [Mutant]
    /// Those of them that are behind a switch.
    public let switched: [Mutant]
    /// Those that change nothing, named by hand.
    public let equivalents: PlaceList
    /// Those that are known to survive.
    public let survivors: PlaceList
    /// A number for the sources and the mutants.
    public let digest: String
    private let files: [MutableFile]
    private let modules: [String]

    /// How many equivalents there may be, in percent of the mutants.
    static let mostEquivalents = 8

    /// - Throws: ``HarnessError`` if a list names what isn't there.
    public init(repository: String, modules: [String]) async throws {
        guard let path = realpath(repository, nil) else { throw FileError.last("find", repository) }
        let repository = String(cString: path)
        free(path)
        tree = try await SourceTree(of: repository, in: "\(repository)/.build-mutate/tree")
        files = try tree.files(of: modules)
        self.modules = modules
        var mutants: [Mutant] = []
        for file in files { mutants += file.mutants(from: mutants.count + 1) }
        switched = mutants
        // Numbered last, so that the switches don't depend on them.
        for file in files { mutants += file.mutantsWithOwnBuild(from: mutants.count + 1) }
        self.mutants = mutants
        let folder = "\(repository)/Benchmarks/Mutation"
        equivalents = try PlaceList(reading: "\(folder)/equivalents.csv")
        survivors = try PlaceList(reading: "\(folder)/survivors.csv")
        var hash = FNV1a(try tree.digest().text + MutantSupport.primitives + MutantSupport.implementation)
        for mutant in switched {
            for byte in "\(mutant.number) \(mutant.place)".utf8 { hash.add(UInt64(byte)) }
        }
        digest = hash.text
        try checkEquivalents()
    }

    private func checkEquivalents() throws {
        if let entry = equivalents.unmatched(by: mutants).first {
            throw HarnessError(
                "an entry of \(equivalents.path) matches no mutant: \(entry.place.file), \(entry.place.function), "
                    + "\(entry.place.operatorName): \(entry.place.change)")
        }
        let count = mutants.filter { equivalents.contains($0.place) }.count
        if count * 100 > mutants.count * Self.mostEquivalents {
            throw HarnessError(
                "\(count) of \(mutants.count) mutants are equivalent, more than \(Self.mostEquivalents) %")
        }
    }

    /// Builds the program with all mutants that compile. Returns the numbers of the others.
    public func build(
        _ state: BenchState, withTests: Bool, progress: @escaping @Sendable (String) -> Void
    ) async throws -> Set<Int> {
        let build = MutatedBuild(tree, files, switched, modules: modules, progress: progress) {
            try state.storeUncompiled($0)
        }
        return try await build.build(without: state.uncompiled, withTests: withTests)
    }

    /// Builds the program with one mutant that needs a build. Nil if that doesn't compile.
    public func build(_ mutant: Mutant, schedules: Int, seed: UInt64) async throws -> JudgedProgram? {
        let own = tree.copy(in: tree.folder + "-own")
        guard let file = files.first(where: { $0.path == mutant.file }) else { return nil }
        try await own.write([file.path: file.text(with: mutant)])
        for product in ["oplab", "ScheduleInterposition"] {
            let run = try await CommandRun.run(
                ["swift", "build", "-c", "release", "--package-path", own.folder, "--product", product],
                environment: ["OPERATIONLAB_STRICT": "0"], limit: 7200)
            if !run.hasSucceeded {
                let errors = CompilerError.all(in: run.output + run.errors, folder: own.folder)
                if !errors.isEmpty { return nil }
                throw HarnessError(
                    "mutant \(mutant.number) can't be built:\n\((run.output + run.errors).suffix(4000))")
            }
        }
        return JudgedProgram(in: own.folder, schedules: schedules, seed: seed)
    }

    /// Brings the list of survivors up to date: what was judged is in it if it survived, the rest stays if it still exists.
    public func updateSurvivors(_ results: [MutantResult]) throws {
        let judged = Set(results.map(\.place))
        let existing = Set(mutants.map(\.place))
        var entries = survivors.entries.filter { !judged.contains($0.place) && existing.contains($0.place) }
        for result in results.sorted(by: { $0.number < $1.number })
        where [.survived, .notReached].contains(result.outcome) {
            let reason = survivors.reason(result.place) ?? result.outcome.rawValue
            entries.append(PlaceList.Entry(result.place, reason: reason))
        }
        try PlaceList(survivors.path, entries).write()
    }
}

/// What a run leaves for the next one.
public struct BenchState: Sendable {
    private let folder: String
    /// The numbers of the mutants that are known not to compile.
    public let uncompiled: Set<Int>

    /// The state in a folder. Another digest than that of the run before begins anew.
    public init(_ folder: String, _ digest: String) throws {
        self.folder = "\(folder)/\(digest)"
        try SourceTree.makeFolder(self.folder)
        let path = "\(self.folder)/uncompiled"
        uncompiled =
            TextFile.exists(path)
            ? Set(try TextFile.contents(path).split(separator: "\n").compactMap { Int($0) }) : []
    }

    func storeUncompiled(_ numbers: Set<Int>) throws {
        try AtomicFile.replace(
            "\(folder)/uncompiled", numbers.sorted().map { "\($0)\n" }.joined())
    }

    public func baselineFolder(_ schedules: Int) -> String { "\(folder)/baseline-\(schedules)" }

    public func resultsPath(_ judges: [String], _ schedules: Int, _ seed: UInt64) -> String {
        "\(folder)/\(judges.sorted().joined(separator: "-"))-\(schedules)-\(seed).csv"
    }
}
