import OperationLabTool
import OperationQueues
import TinyQueueSubject

@main struct TinyQueueLab {
    static func main() async {
        await OperationLabTool.main(subjects: [TinyQueueSubject()], strategies: [.impatient])
    }
}

extension SchedulingStrategy {
    /// A strategy of this package's own, for the queues of OperationLab.
    static let impatient = SchedulingStrategy(
        name: "impatient", summary: "polls a tenth as long as lingering, and runs released dependents next",
        order: .dependentsFirst, pauses: 10)
}
