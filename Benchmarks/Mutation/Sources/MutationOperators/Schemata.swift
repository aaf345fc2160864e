/// A file in which each mutant can be switched on at run time (mutant schemata: Untch, Offutt and Harrold, *Mutation Analysis Using
/// Mutant Schemata*, 1993).
public struct Schemata: Sendable {
    public let text: String

    /// - Parameters:
    ///   - file: The file.
    ///   - mutants: Those of its mutants that can be switched.
    public init(_ file: MutableFile, _ mutants: [Mutant]) {
        var insertions: [Insertion] = []
        for mutant in mutants {
            let (begin, end) = Self.marks(mutant.number)
            for edit in mutant.change.edits(Self.switchCall(mutant.number)) {
                let (range, number) = (edit.range, mutant.number)
                if range.isEmpty || !edit.suffix.isEmpty {
                    insertions.append(
                        Insertion(
                            range, number, atEnd: false, begin + edit.prefix + (range.isEmpty ? end : "")))
                } else {
                    insertions.append(Insertion(range, number, atEnd: false, begin + edit.prefix + end))
                }
                if !edit.suffix.isEmpty {
                    insertions.append(Insertion(range, number, atEnd: true, edit.suffix + end))
                }
            }
        }
        insertions.sort()
        var bytes: [UInt8] = []
        var position = 0
        for insertion in insertions {
            bytes += file.source.bytes[position..<insertion.position]
            position = insertion.position
            bytes += insertion.text.utf8
        }
        bytes += file.source.bytes[position...]
        text = String(decoding: bytes, as: UTF8.self)
    }

    static func switchCall(_ number: Int) -> String { "mutantIsOn(\(number))" }

    /// Comments around what a mutant has changed, by which a compiler's error is attributed.
    private static func marks(_ number: Int) -> (String, String) { ("/*<\(number)*/", "/*\(number)>*/") }

    /// The mutants that may cause an error at a place of a rewritten file: the innermost around it; else those in its line; else
    /// the nearest ones.
    public static func mutants(in text: String, line: Int, column: Int) -> Set<Int> {
        let source = SourceText(text)
        guard let offset = source.offset(line: line, column: column) else { return [] }
        let regions = regions(source.bytes)
        let around = regions.filter { $0.range.contains(offset) }
        if let innermost = around.map(\.range.count).min() {
            return Set(around.filter { $0.range.count == innermost }.map(\.number))
        }
        func isInLine(_ region: Region) -> Bool {
            source.place(region.range.lowerBound).line <= line
                && line <= source.place(region.range.upperBound).line
        }
        let inLine = regions.filter(isInLine)
        if !inLine.isEmpty { return Set(inLine.map(\.number)) }
        func distance(_ region: Region) -> Int {
            min(abs(region.range.lowerBound - offset), abs(region.range.upperBound - offset))
        }
        return Set(regions.min { distance($0) < distance($1) }.map { [$0.number] } ?? [])
    }

    private struct Region {
        let number: Int
        let range: Range<Int>
    }

    private static func regions(_ bytes: [UInt8]) -> [Region] {
        var open: [Int: [Int]] = [:]
        var regions: [Region] = []
        var index = 0
        while index + 3 < bytes.count {
            guard bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") else {
                index += 1
                continue
            }
            var cursor = index + 2
            let opens = bytes[cursor] == UInt8(ascii: "<")
            if opens { cursor += 1 }
            var number = 0
            while cursor < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[cursor]) {
                number = number * 10 + Int(bytes[cursor] - UInt8(ascii: "0"))
                cursor += 1
            }
            if opens {
                open[number, default: []].append(index)
            } else if cursor < bytes.count, bytes[cursor] == UInt8(ascii: ">"),
                let start = open[number]?.popLast()
            {
                regions.append(Region(number: number, range: start..<cursor))
            }
            index = cursor
        }
        return regions
    }
}

/// A piece of text at a position; sorted so that parts nest.
private struct Insertion: Comparable {
    let position: Int
    let text: String
    private let range: Range<Int>
    private let number: Int
    /// At one position, parts end before what stands alone, and that before parts begin.
    private let order: Int

    init(_ range: Range<Int>, _ number: Int, atEnd: Bool, _ text: String) {
        position = atEnd ? range.upperBound : range.lowerBound
        self.range = range
        self.number = number
        self.text = text
        order = atEnd ? 0 : range.isEmpty ? 1 : 2
    }

    static func < (left: Insertion, right: Insertion) -> Bool {
        if left.position != right.position { return left.position < right.position }
        if left.order != right.order { return left.order < right.order }
        if left.order == 0 {
            // The inner part ends first.
            if left.range.lowerBound != right.range.lowerBound {
                return left.range.lowerBound > right.range.lowerBound
            }
            return left.number > right.number
        }
        if left.range.upperBound != right.range.upperBound {
            return left.range.upperBound > right.range.upperBound
        }
        return left.number < right.number
    }
}
