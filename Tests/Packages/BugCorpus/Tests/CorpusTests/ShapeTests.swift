import ScheduleExploration
import Shapes
import Testing

/// In an instrumented build (scripts/explore-package), the bug of each shape is found, and none where it is fixed. An ordinary one
/// sees the locks of a shape, and none of its atomic accesses. So it may pass a shape, and that says nothing.
@Suite(.serialized)
struct ShapeTests {
    @Test(arguments: Shape.all.filter { $0.whyMissed == nil })
    func shapeIsFound(_ shape: Shape) async {
        let report = await explored(shape, isFixed: false, schedules: 10_000)
        if let failure = report.failure {
            print("\(shape): \(failure.kind), schedule \(failure.schedule)")
            if report.isInstrumented {
                #expect(failure.kind.rawValue == shape.symptom.rawValue, "\(failure)")
            }
        } else {
            #expect(!report.isInstrumented, "\(report)")
        }
    }

    /// To be told when the explorer learns to find it.
    @Test(arguments: Shape.all.filter { $0.whyMissed != nil })
    func shapeIsMissed(_ shape: Shape) async {
        let report = await explored(shape, isFixed: false, schedules: 10_000)
        #expect(report.failure == nil, "\(report)")
    }

    @Test(arguments: Shape.all.filter(\.hasFixedForm))
    func fixedShapePasses(_ shape: Shape) async {
        let report = await explored(shape, isFixed: true, schedules: CorpusOptions.schedules)
        #expect(report.failure == nil, "\(report)")
        if report.isInstrumented { #expect(report.hasPassed, "\(report)") }
    }

    @Test func namesOfShapesDiffer() {
        #expect(Set(Shape.all.map(\.name)).count == Shape.all.count)
    }

    @Test(.enabled(if: CorpusOptions.printsTable))
    func table() async {
        let columns: [(heading: String, text: (Shape) -> String)] = [("Program", \.name)]
        await CorpusTable(of: Shape.all.filter { $0.whyMissed == nil && !$0.isSlow }, columns: columns)
            .print()
    }
}
