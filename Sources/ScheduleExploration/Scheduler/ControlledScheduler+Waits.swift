internal import ConcurrencyPrimitives

/// Which thread waits for which, as text.
extension ControlledScheduler {
    /// For each thread that has not ended, what it waits for and which thread holds that.
    func waits() -> [BlockedThread] {
        let places = CodePlaces(threads.compactMap(\.site))
        return threads.map { thread in
            let owner = thread.awaited.flatMap { locks.owner(of: $0)?.number ?? thread.owner }
            return BlockedThread(
                thread: thread.number,
                reason: thread.awaited.map { describe($0, of: thread, owner) } ?? "could continue",
                owner: owner,
                location: thread.site.map(places.text) ?? "")
        }
    }

    private func describe(_ resource: ResourceID, of thread: LogicalThread, _ owner: Int?) -> String {
        if resource == Self.mainActor { return "waits for the main actor" }
        if queueLines.contains(resource) {
            return "waits for its turn in a dispatch queue"
                + (owner.map { " that thread \($0) runs on" } ?? "")
        }
        switch (thread.next, owner) {
        case (_, thread.number): return "waits for a lock that it holds itself"
        case (_, let owner?): return "waits for a lock that thread \(owner) holds"
        case (.takeInRuntime, nil): return "waits for a mutex of the runtime"
        case (.retry, nil): return "is parked, and no thread has unparked it"
        case (_, nil): return "waits for a lock"
        }
    }
}
