internal import ChildProcesses
internal import MutationOperators
internal import TextFormats

/// How each check goes without a mutant: how long it takes, and which mutants' places it reaches.
public struct Baseline: Sendable {
    /// A check that passes without a mutant.
    public struct Entry: Sendable {
        public let check: Check
        public let seconds: Double
        /// The numbers of the mutants whose place it reaches.
        public let reached: Set<Int>
    }

    /// The exit status of `oplab` for an inconclusive check.
    private static let inconclusive: Int32 = 3

    /// The fastest first.
    public let entries: [Entry]

    /// Those that reach a mutant, the fastest first; for one without a switch, those that reach another one in the same file.
    func reaching(_ mutant: Mutant, among mutants: [Mutant]) -> [Entry] {
        if !mutant.needsBuild { return entries.filter { $0.reached.contains(mutant.number) } }
        let near = Set(mutants.filter { $0.file == mutant.file }.map(\.number))
        return entries.filter { near.isEmpty || !$0.reached.isDisjoint(with: near) }
    }

    /// Runs all checks, some at the same time, and keeps what came out in `folder`, where the next run finds it.
    ///
    /// A check that is inconclusive without a mutant, twice, is left out, which `progress` is told.
    ///
    /// - Throws: ``HarnessError`` if a check fails without a mutant, twice.
    public init(
        _ checks: [Check], of program: JudgedProgram, mutants: Int, in folder: String, jobs: Int,
        progress: @escaping @Sendable (String) -> Void
    ) async throws {
        try SourceTree.makeFolder(folder)
        let entries = try await inParallel(checks, jobs: jobs) { number, check in
            if number % 50 == 0 { progress("baseline: check \(number) of \(checks.count)") }
            let entry = try await Self.entry(check, program, mutants, folder)
            if entry == nil {
                progress("left out, because it is inconclusive without a mutant: \(check.name)")
            }
            return entry
        }
        self.entries = entries.compactMap(\.self).sorted {
            ($0.seconds, $0.check.name) < ($1.seconds, $1.check.name)
        }
    }

    private static func entry(
        _ check: Check, _ program: JudgedProgram, _ mutants: Int, _ folder: String
    ) async throws -> Entry? {
        let path = "\(folder)/\(check.name.split(separator: " ").joined(separator: "-"))"
        if let known = try known(check, path) { return known }
        let map = path + ".map"
        try AtomicFile.replace(map, String(repeating: "\0", count: mutants + 1))
        var environment = [MutantSupport.reached: map]
        environment[MutantSupport.subcommands] = check.subcommands
        var failed: [CommandRun] = []
        while failed.count < 2 {
            let run = try await CommandRun.run(
                check.command(program), environment: environment, limit: 600)
            if run.hasSucceeded {
                let reached = try TextFile.bytes(map).enumerated().filter { $0.element != 0 }.map(\.offset)
                let text = ([String(run.seconds)] + reached.map(String.init)).joined(separator: " ")
                try AtomicFile.replace(path + ".reached", text)
                return Entry(check: check, seconds: run.seconds, reached: Set(reached))
            }
            failed.append(run)
        }
        if failed.allSatisfy({ $0.end == .exited(inconclusive) }) { return nil }
        let run = failed[1]
        throw HarnessError(
            "without a mutant, '\(check.command(program).joined(separator: " "))' ended with "
                + "\(run.end):\n\(run.output.suffix(3000))\(run.errors.suffix(3000))")
    }

    private static func known(_ check: Check, _ path: String) throws -> Entry? {
        guard TextFile.exists(path + ".reached") else { return nil }
        let words = try TextFile.contents(path + ".reached").split(separator: " ")
        guard let first = words.first, let seconds = Double(first) else { return nil }
        return Entry(check: check, seconds: seconds, reached: Set(words.dropFirst().compactMap { Int($0) }))
    }
}

/// Calls `body` for each element, `jobs` at a time, and returns the results in the order of the elements.
func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, _ body: @escaping @Sendable (Int, Element) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var results: [Int: Result] = [:]
        for (number, element) in elements.enumerated() {
            if number >= jobs, let (done, result) = try await group.next() { results[done] = result }
            group.addTask { (number, try await body(number, element)) }
        }
        for try await (done, result) in group { results[done] = result }
        return elements.indices.compactMap { results[$0] }
    }
}
