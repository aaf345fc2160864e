public import MutationOperators
public import TextFormats

/// What became of a mutant.
public struct MutantResult: Hashable, Sendable {
    public enum Outcome: String, Sendable {
        /// A check failed, crashed, or took too long.
        case killed
        /// Each check that reaches its place passed.
        case survived
        /// No check reaches its place.
        case notReached = "not reached"
        /// Its own build was refused by the compiler.
        case notCompiled = "not compiled"
    }

    public enum Column: String, CSVColumn {
        case number, module, file, line, function, operatorName = "operator", change, text, outcome, check,
            how
        case seconds, schedules, checks
    }

    public let number: Int
    public let module: String
    public let place: MutantPlace
    public let line: Int
    public let outcome: Outcome
    /// The check that has killed it, and how; empty if none has.
    public let check: String
    public let how: String
    /// How long all checks took, in seconds.
    public let seconds: Double
    /// The schedules until the failing one, if an exploration has killed it.
    public let schedules: Int?
    /// How many checks were made.
    public let checks: Int

    var row: [String?] {
        [
            "\(number)", module, place.file, "\(line)", place.function, place.operatorName, place.change,
            place.text, outcome.rawValue, check, how, "\((seconds * 100).rounded() / 100)",
            schedules.map { "\($0)" }, "\(checks)",
        ]
    }
}

extension MutantResult {
    init(_ fields: CSVFields<Column>) throws(FileError) {
        guard let outcome = Outcome(rawValue: fields.text(.outcome)) else {
            throw fields.error(.outcome, "'\(fields.text(.outcome))' is no outcome")
        }
        number = try fields.required(.number, "a whole number")
        module = fields.text(.module)
        place = MutantPlace(
            file: fields.text(.file), function: fields.text(.function),
            operatorName: fields.text(.operatorName),
            change: fields.text(.change), text: fields.text(.text))
        line = try fields.required(.line, "a whole number")
        self.outcome = outcome
        check = fields.text(.check)
        how = fields.text(.how)
        seconds = try fields.number(.seconds) ?? 0
        schedules = try fields.optional(.schedules, "a whole number")
        checks = try fields.required(.checks, "a whole number")
    }
}

/// The results so far, in a file that grows as mutants are judged.
public struct ResultsFile: Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// The results in the file, or none if there is no file. A row that was cut when a run was killed is removed.
    public func read() throws -> [MutantResult] {
        guard TextFile.exists(path) else {
            try AtomicFile.create(path, CSVRow.text(MutantResult.Column.names))
            return []
        }
        let text = try TextFile.contents(path)
        if text.last != "\n" {
            let end = text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
            try AtomicFile.replace(path, String(text[..<end]))
        }
        var reader = try CSVReader(path)
        try reader.header(MutantResult.Column.names, of: "file of mutants")
        var results: [MutantResult] = []
        while let record = try reader.next() {
            results.append(try MutantResult(CSVFields(record, of: reader)))
        }
        return results
    }

    func append(_ result: MutantResult) throws { try TextFile.append(path, CSVRow.text(result.row)) }
}
