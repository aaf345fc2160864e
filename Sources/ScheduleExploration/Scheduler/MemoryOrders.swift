internal import CPlatform
internal import ConcurrencyPrimitives

/// Notes the accesses that a schedule's threads reach, and weakens the order of one of them. Used by the thread that holds the
/// scheduling token.
struct MemoryOrders {
    private struct Key: Hashable {
        /// Of the text that the compiler has made for the file: there is one a file, or a few.
        let file: UnsafePointer<UInt8>
        let line: UInt
        let isLoad: Bool
    }

    let weakened: WeakenedOrder?
    private var sites: [Key: AccessSite] = [:]
    private let weakenedBefore = Instrumentation.functions?.weakened_accesses() ?? 0

    init(weakened: WeakenedOrder?) { self.weakened = weakened }

    var accesses: Set<AccessSite> { Set(sites.values) }

    /// How many accesses have lost something.
    var weakenedAccesses: Int { Int((Instrumentation.functions?.weakened_accesses() ?? 0) - weakenedBefore) }

    /// Called when a thread is about to make an access. Returns what that loses of its order.
    mutating func reach(_ point: SchedulePoint, at site: SourceSite) -> oplab_order_half? {
        let isLoad: Bool
        switch point {
        case .load: isLoad = true
        case .store: isLoad = false
        default: return nil
        }
        let key = Key(file: site.fileID.utf8Start, line: site.line, isLoad: isLoad)
        let access = sites[key] ?? AccessSite(file: "\(site.fileID)", line: site.line, isLoad: isLoad)
        sites[key] = access
        guard let weakened, weakened.access == access else { return nil }
        return weakened.lost == .acquire ? oplab_order_acquire : oplab_order_release
    }
}
