internal import Operations

extension BenchmarkSubject {
    /// Calls `produce` where the queue's users would, waits as they would until all is done, and returns what
    /// both took.
    func drive(_ queue: Queue, _ produce: @escaping @Sendable () -> Void) async -> ResourceUsage {
        switch driver {
        case .thread(let wait):
            await ProducerThread.run {
                ResourceUsage.measuring {
                    produce()
                    wait(queue)
                }
            }
        case .task:
            await ProducerTask.run {
                await ResourceUsage.measuring {
                    produce()
                    await queue.waitUntilAllOperationsAreFinished()
                }
            }
        }
    }

    /// Waits until all is done, as the queue's users would.
    func waitUntilFinished(_ queue: Queue) async {
        switch driver {
        case .thread(let wait): await ProducerThread.run { wait(queue) }
        case .task: await ProducerTask.run { await queue.waitUntilAllOperationsAreFinished() }
        }
    }
}
