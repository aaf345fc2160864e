import Operations
import Testing

/// Priorities made of any number.
struct QueuePriorityTests {
    @Test(arguments: QueuePriority.all) func namedPriorityKeepsItsRawValue(_ priority: QueuePriority) {
        #expect(QueuePriority(rounding: priority.rawValue) == priority)
    }

    @Test(arguments: [
        (-7, QueuePriority.low), (-5, .low), (-3, .normal), (-1, .normal), (1, .normal), (3, .normal),
        (5, .high), (7, .high),
    ])
    func numberBetweenPrioritiesRoundsTowardNormal(_ number: Int, _ priority: QueuePriority) {
        #expect(QueuePriority(rounding: number) == priority)
    }

    @Test(arguments: [
        (-9, QueuePriority.veryLow), (-1_000, .veryLow), (.min, .veryLow), (9, .veryHigh),
        (1_000, .veryHigh), (.max, .veryHigh),
    ])
    func numberBeyondTheRangeBecomesTheNearest(_ number: Int, _ priority: QueuePriority) {
        #expect(QueuePriority(rounding: number) == priority)
    }

    /// More is never less.
    @Test func roundingKeepsTheOrder() {
        let rounded = (-20...20).map(QueuePriority.init(rounding:))
        #expect(rounded.map(\.rawValue) == rounded.map(\.rawValue).sorted())
        #expect(Set(rounded).count == QueuePriority.all.count)
    }

    /// The numbers are those of the kernel's classes, which a task has, too.
    @Test func qualityIsThatOfATask() {
        #expect(QualityOfService.all.map { $0.taskPriority?.rawValue } == [nil, 9, 17, 25, 33])
    }
}
