internal import ConcurrencyPrimitives
internal import Operations

extension BenchmarkSubject {
    /// Makes a queue, calls `produce` and waits as the queue's users would, and records the cost of both.
    ///
    /// - Parameters:
    ///   - last: What is waited for besides the queue; nil for nothing.
    ///   - produce: Adds the operations. What it returns is held until everything has finished.
    /// - Returns: The queue; nil if it lived in a scope that has ended.
    func drive<Held>(
        limit: Int, _ recorder: RunRecorder, until last: Latch? = nil,
        _ produce: @escaping @Sendable (Queue) -> Held
    ) async -> Queue? {
        switch driver {
        case .thread(let wait):
            let queue = makeQueue(limit: limit)
            await SystemThread.value {
                recorder.measure {
                    let held = produce(queue)
                    wait(queue)
                    last?.waitBlocking()
                    withExtendedLifetime(held) {}
                }
            }
            return queue
        case .task:
            let queue = makeQueue(limit: limit)
            await ProducerTask.run {
                await recorder.measure {
                    let held = produce(queue)
                    await queue.waitUntilAllOperationsAreFinished()
                    await last?.wait()
                    withExtendedLifetime(held) {}
                }
            }
            return queue
        case .scope(let scope):
            await ProducerTask.run {
                await recorder.measure {
                    await scope { _ = produce($0) }
                    await last?.wait()
                }
            }
            return nil
        }
    }

    /// Calls `produce` for each of the steps, and waits after each as the queue's users would.
    ///
    /// - Precondition: The queue doesn't live in a scope, which ends once.
    func drive(
        limit: Int, _ recorder: RunRecorder, steps: [Range<Int>],
        _ produce: @escaping @Sendable (Queue, Range<Int>) -> Void
    ) async -> Queue? {
        let queue = makeQueue(limit: limit)
        switch driver {
        case .thread(let wait):
            await SystemThread.value {
                recorder.measure {
                    for step in steps {
                        produce(queue, step)
                        wait(queue)
                    }
                }
            }
        case .task:
            await ProducerTask.run {
                await recorder.measure {
                    for step in steps {
                        produce(queue, step)
                        await queue.waitUntilAllOperationsAreFinished()
                    }
                }
            }
        case .scope: fatalError("A scope ends once.")
        }
        return queue
    }

    /// Calls `produce` with several producers at once, each with its number from 0. Waits first for all producers,
    /// then for the queue.
    ///
    /// - Precondition: The queue doesn't live in a scope, which allows only one caller.
    func drive(
        limit: Int, _ recorder: RunRecorder, producers: Int,
        _ produce: @escaping @Sendable (Queue, Int) -> Void
    ) async -> Queue? {
        if producers == 1 { return await drive(limit: limit, recorder) { produce($0, 0) } }
        let queue = makeQueue(limit: limit)
        switch driver {
        case .thread(let wait):
            // Created in advance: the queue isn't charged for a thread.
            let others = (1..<producers).map { number in WaitingThread { produce(queue, number) } }
            await SystemThread.value {
                recorder.measure {
                    for other in others { other.go() }
                    produce(queue, 0)
                    for other in others { other.join() }
                    wait(queue)
                }
            }
        case .task:
            await ProducerTask.run {
                await recorder.measure {
                    let others = (1..<producers).map { number in startTask { produce(queue, number) } }
                    produce(queue, 0)
                    for other in others { await other.value }
                    await queue.waitUntilAllOperationsAreFinished()
                }
            }
        case .scope: fatalError("Only the code in the scope may call the queue.")
        }
        return queue
    }

    /// Calls `produce` where the queue's users would, and waits as they would until all operations have finished.
    func use(_ queue: Queue, _ produce: @escaping @Sendable () -> Void) async {
        switch driver {
        case .thread(let wait):
            await SystemThread.value {
                produce()
                wait(queue)
            }
        case .task, .scope:
            await ProducerTask.run {
                produce()
                await queue.waitUntilAllOperationsAreFinished()
            }
        }
    }
}
