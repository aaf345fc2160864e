internal import ConcurrencyPrimitives

/// Suspends the calling task while `wait`, which may block, runs on a thread of its own: a thread of the
/// cooperative pool that blocks is missing from the pool.
func onOwnThread(_ wait: @escaping @Sendable () -> Void) async {
    await suspend { resumption in
        WorkerThread.start {
            wait()
            resumption.resume()
        }
    }
}
