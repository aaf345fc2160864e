import Testing

#if DROP_IN
public import FoundationCompatibility
#elseif ALIASED
import Foundation
#else
public import Foundation
#endif

/// Conformances that Foundation's types lack, and that a client declares. Of two the type's own would count.
struct OwnConformancesTests {
    @Test func ownOrderOfPrioritiesCounts() {
        let priorities: [Operation.QueuePriority] = [.low, .veryHigh, .normal]
        #expect(priorities.sorted() == [.veryHigh, .normal, .low])
        #expect(priorities.max() == .low)
        #expect(Operation.QueuePriority.high < .low)
    }

    @Test func ownListsOfCasesCount() {
        #expect(list(Operation.QueuePriority.self) == [.normal, .high])
        #expect(list(QualityOfService.self) == [.utility])
    }

    @Test func ownCodingCounts() throws {
        #expect(
            String(decoding: try JSONEncoder().encode([Operation.QueuePriority.high]), as: UTF8.self)
                == #"["H"]"#)
        #expect(
            String(decoding: try JSONEncoder().encode([QualityOfService.utility]), as: UTF8.self) == #"["Q"]"#
        )
    }

    private func list<Kind: CaseIterable>(_: Kind.Type) -> [Kind] { Array(Kind.allCases) }
}

/// The most important is the first.
extension Operation.QueuePriority: @retroactive Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue > rhs.rawValue }
}

extension Operation.QueuePriority: @retroactive CaseIterable {
    public static var allCases: [Self] { [.normal, .high] }
}

extension Operation.QueuePriority: @retroactive Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("H")
    }
}

extension QualityOfService: @retroactive CaseIterable {
    public static var allCases: [Self] { [.utility] }
}

extension QualityOfService: @retroactive Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("Q")
    }
}
