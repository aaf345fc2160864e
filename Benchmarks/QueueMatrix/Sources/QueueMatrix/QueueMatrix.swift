import MatrixSubjects
import OperationLabTool

/// The tool for the queues of the matrix: every command of `oplab`.
@main struct QueueMatrix {
    static func main() async {
        await OperationLabTool.main(subjects: MatrixSubjects.queues + MatrixSubjects.flawed)
    }
}
