import Foundation
import ScheduleExploration

extension OrderTests {
    /// A task that awaits a continuation waits first for a mutex of the runtime if its handler of cancellation runs. Who resumes it
    /// meanwhile comes before what follows the await.
    static let continuations = [
        Program("a continuation that is resumed beside a cancellation handler") {
            let (cell, lock) = (Cell(), NSLock())
            let task = Task {
                await withTaskCancellationHandler {
                    await withUnsafeContinuation { continuation in
                        Task {
                            cell.value = 1
                            continuation.resume()
                        }
                    }
                    expect(cell, is: 1)
                } onCancel: {
                    lock.withLock {}
                    lock.withLock {}
                }
            }
            task.cancel()
            await task.value
        },
        Program("continuations of one task, each resumed beside a cancellation handler") {
            let lock = NSLock()
            let task = Task {
                await withTaskCancellationHandler {
                    for value in 1...3 {
                        let resumed = await withUnsafeContinuation { continuation in
                            Task { continuation.resume(returning: value) }
                        }
                        ExploredSchedule.expect(resumed == value, "\(resumed)")
                    }
                } onCancel: {
                    for _ in 0..<4 { lock.withLock {} }
                }
            }
            task.cancel()
            await task.value
        },
    ]
}
