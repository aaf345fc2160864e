import DefectMatrix
import FaultyQueues
import QueueConformance
import TestSupport
import Testing

/// The table that `scripts/defect-matrix` writes.
struct DefectMatrixTableTests {
    private let rules = RuleBook.all.filter { ["1.1", "1.2", "1.3", "3.12", "6.8"].contains($0.id) }

    private func subject(_ name: String) throws -> FaultySubject {
        let defect: Defect = try #require(Defect(rawValue: name))
        return FaultySubject(defect: defect)
    }

    private func matrix(_ lines: [String]) throws -> DefectMatrix {
        var matrix = DefectMatrix(
            subjects: [
                FaultySubject(), try subject("newIsAsynchronous"), try subject("effectsAreUnordered"),
            ],
            rules: rules)
        for line in lines { matrix.add(line: line) }
        return matrix
    }

    /// As listed: `newIsAsynchronous` breaks 1.1, and nothing else breaks anything.
    private var asListed: [String] {
        ["faulty", "faulty:newIsAsynchronous", "faulty:effectsAreUnordered"].flatMap { queue in
            rules.map {
                "\(queue),\($0.id),\(queue.hasSuffix("Asynchronous") && $0.id == "1.1" ? "hung" : "passed")"
            }
        }
    }

    @Test func matrixCountsDefectsThatBreakExactlyWhatIsListed() throws {
        let matrix = try matrix(asListed)
        #expect(matrix.missingCount == 0 && matrix.surprises.isEmpty)
        let markdown = matrix.markdown
        #expect(markdown.contains("**1 of 2 defects "))
        #expect(markdown.contains("| `newIsAsynchronous` |") && markdown.contains(" | 1.1 hung |  |  |\n"))
        #expect(markdown.contains(" |  |  | 3.12, 6.8 |\n"))
    }

    @Test func matrixNamesDefectsThatDiffer() throws {
        let matrix = try matrix(
            asListed + [
                "faulty,1.2,failed", "faulty:newIsAsynchronous,1.1,passed",
                "faulty:newIsAsynchronous,1.3,crashed",
            ])
        #expect(matrix.surprises.map(\.name) == ["faulty", "faulty:newIsAsynchronous"])
        #expect(matrix.unlisted(try subject("newIsAsynchronous")) == ["1.3"])
        #expect(matrix.unbroken(try subject("newIsAsynchronous")) == ["1.1"])
        let notes = matrix.markdown.split(separator: "\n").filter { !$0.hasPrefix("|") }
        let note = try #require(notes.first { $0.contains("`faulty:newIsAsynchronous`") })
        #expect(note.contains(" 1.3;") && note.contains(" 1.1;"))
        #expect(notes.contains { $0.contains(" 1.2.") })
    }

    @Test func missingAndUndecidedPairsAreJudgedAgain() throws {
        let lines =
            asListed.dropLast() + [
                "faulty:effectsAreUnordered,6.8,inconclusive", "faulty:effectsAreUnordered,6.8,pas",
                "gone,1.1,failed",
            ]
        let matrix = try matrix(Array(lines))
        #expect(matrix.missing(try subject("effectsAreUnordered")).map(\.id) == ["6.8"])
        #expect(matrix.markdown.contains("1 verdicts "))
    }

    @Test func tableRoundTrips() throws {
        let contents = DefectMatrix.Contents(ofCSV: try matrix(asListed).csv)
        #expect(contents.queues == ["faulty", "faulty:newIsAsynchronous", "faulty:effectsAreUnordered"])
        #expect(contents.rules == rules.map { "\($0.id)" })
        #expect(contents.lines == asListed)
        #expect(contents.rulesVersion == RuleBook.version)
    }

    /// So that a table can be brought up to date without judging anew.
    @Test func tableWithoutAVersionIsRead() {
        let contents = DefectMatrix.Contents(ofCSV: "queue,1.1,1.2\nfaulty,passed,failed\n")
        #expect(contents.rules == ["1.1", "1.2"] && contents.rulesVersion == nil)
        #expect(contents.lines == ["faulty,1.1,passed", "faulty,1.2,failed"])
    }

    // MARK: The table in the repository

    private static func text(_ name: String) throws -> String { try Repository.text("results/\(name)") }

    /// What is to be done where this fails: `scripts/defect-matrix --update` judges what is missing.
    @Test func tableInTheRepositoryIsOfTheseDefectsAndRules() throws {
        let contents = DefectMatrix.Contents(ofCSV: try Self.text("defect-matrix.csv"))
        let names = FaultySubject.all.map(\.name)
        #expect(names.filter { !contents.queues.contains($0) } == [], "missing in the table")
        #expect(contents.queues.filter { !names.contains($0) } == [], "in the table, and no longer a queue")
        #expect(RuleBook.all.map { "\($0.id)" } == contents.rules)
        #expect(contents.rulesVersion == RuleBook.version)
        var matrix = DefectMatrix()
        for line in contents.lines { matrix.add(line: line) }
        #expect(matrix.missingCount == 0)
        // The page names every difference between what broke and what is listed in the source now.
        #expect(try Self.text("defect-matrix.md") == matrix.markdown)
        #expect(try Self.text("defect-matrix.csv") == matrix.csv)
    }
}
