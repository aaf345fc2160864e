import FaultyQueues
import Foundation
import TestSupport
import Testing

/// Defects are declared beside the code of their points, and listed apart: the lists lack none.
struct DefectListTests {
    private let sources: [(name: String, text: String)]

    init() throws {
        let folder = "Sources/FaultyQueues"
        sources = try Repository.names(in: folder)
            .filter { $0.hasSuffix(".swift") && $0 != "Defect+All.swift" }
            .map { ($0, try Repository.text("\(folder)/\($0)")) }
    }

    /// Every `static let member = Defect("name"` or `Defect(race: "name"`, and the file that holds it.
    private var declarations: [(member: String, name: String, isRace: Bool, file: String)] {
        sources.flatMap { file, text in
            text.matches(of: #/static\s+let\s+(\w+)\s*=\s*Defect\(\s*(race:\s*)?"(\w*)"/#).map {
                (String($0.1), String($0.3), $0.2 != nil, file)
            }
        }
    }

    @Test func listsNameWhatIsDeclared() {
        let declarations = declarations
        for (list, name, isRace) in [(Defect.all, "all", false), (Defect.races, "races", true)] {
            let declared = Set(declarations.filter { $0.isRace == isRace }.map(\.name))
            let listed = list.map(\.rawValue)
            #expect(declared.subtracting(listed).sorted() == [], "declared, and not in Defect.\(name)")
            #expect(Set(listed).subtracting(declared).sorted() == [], "in Defect.\(name), and not declared")
            #expect(listed.count == Set(listed).count, "listed twice in Defect.\(name)")
            #expect(list.allSatisfy { $0.isRace == isRace })
        }
    }

    @Test func namesAreThoseOfTheMembersAndUnique() {
        for (member, name, _, file) in declarations { #expect(member == name, "in \(file)") }
        let names = declarations.map(\.name)
        #expect(names.count == Set(names).count)
    }

    /// The point at which a defect is switched on lies in the file that declares it.
    @Test func pointsLieBesideTheirDeclarations() {
        let texts = Dictionary(uniqueKeysWithValues: sources.map { ($0.name, $0.text) })
        for (member, _, _, file) in declarations {
            let point = texts[file]?.split(separator: ".").dropFirst().contains { part in
                part.prefix { $0.isLetter || $0.isNumber } == member
            }
            #expect(point == true, "\(file) declares \(member), and has no point that asks for it")
        }
    }

    @Test func nameStandsForTheDefectInFiles() throws {
        for defect in Defect.all + Defect.races {
            #expect(Defect(rawValue: defect.rawValue) == defect)
            #expect(!defect.summary.isEmpty && !defect.caughtBy.isEmpty)
        }
        let some = Array(Defect.all.prefix(2))
        let data = try JSONEncoder().encode(some)
        #expect(String(decoding: data, as: UTF8.self) == #"["\#(some[0])","\#(some[1])"]"#)
        #expect(try JSONDecoder().decode([Defect].self, from: data) == some)
        #expect(Defect(rawValue: "noSuchDefect") == nil)
    }
}
