import RegressionWorker
import TinyQueueSubject

@main struct TinyQueueWorker {
    static func main() async throws {
        try await GateWorker.serve(measuring: [TinyQueueSubject()], judging: [TinyQueueSubject()])
    }
}
