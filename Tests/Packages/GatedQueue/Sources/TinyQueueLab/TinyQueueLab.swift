import OperationLabTool
import TinyQueueSubject

@main struct TinyQueueLab {
    static func main() async { await OperationLabTool.main(subjects: [TinyQueueSubject()]) }
}
