internal import Operations

/// What the operation's work is for.
extension FaultyOperation {
    func setQualityOfService(_ quality: QualityOfService) {
        domain.change { _ in currentQuality = quality }
    }

    /// What an `async` body runs at: the operation's own quality, or else its queue's.
    func taskPriority(in queue: FaultyQueue?) -> TaskPriority? {
        let quality = domain.read {
            let isOwn = currentQuality != .default && defect != .ownQualityIsIgnored
            return isOwn ? currentQuality : queue?.currentQuality ?? .default
        }
        return quality == .default ? nil : TaskPriority(rawValue: UInt8(quality.rawValue))
    }

    /// The priority that a defect takes the quality of service for.
    var priorityOfQuality: QueuePriority? {
        switch currentQuality {
        case .default: nil
        case .background: .veryLow
        case .utility: .low
        case .userInitiated: .high
        case .userInteractive: .veryHigh
        }
    }
}

extension Defect {
    static let ownQualityIsIgnored = Defect(
        "ownQualityIsIgnored", .qualityOfService,
        "an async body runs at its queue's quality of service, whatever its own", caughtBy: "5.8")
}
