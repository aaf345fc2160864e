internal import ConcurrencyPrimitives

/// How races give slots away and take them back: in a later change than the one that asks for it.
extension FaultyQueue {
    /// Whether an operation waits that could start, and a slot is free.
    var canStartNow: Bool { domain.read { canStart } }

    /// Starts the next operation, whether or not a slot is free.
    func startNext() {
        domain.change { change in
            startNext(&change)
            change.startLimit = 0
        }
    }

    /// Starts what can start, looking in one section and starting in another.
    func admit() {
        while canStartNow { startNext() }
    }

    /// What an ended operation has an actor do for its queue.
    func admitInActor() {
        startTask { [admission] in await admission.admit(to: self) }
    }

    /// What the thread of an ended operation does for its queue. While it does, other threads leave what they add to it.
    func attend() {
        admit()
        domain.change { change in
            isAttended = false
            change.startLimit = 0
        }
    }

    func countSlotDown() {
        let count = domain.read { slotsInUse }
        domain.change { _ in slotsInUse = count - 1 }
    }
}

/// Gives slots away as a faulty actor does, across an await.
actor Admission {
    private let record = AdmissionRecord()

    func admit(to queue: FaultyQueue) async {
        while queue.canStartNow {
            // While this waits, another call comes in, and finds the same slot free.
            await record.note()
            queue.startNext()
        }
    }
}

/// Counts admissions.
private actor AdmissionRecord {
    private var count = 0

    func note() { count += 1 }
}
