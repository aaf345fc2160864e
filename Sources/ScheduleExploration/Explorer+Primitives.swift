internal import CPlatform
internal import ConcurrencyPrimitives

/// Exploring this project's primitives themselves: they ask no controller then, and are code like any other. Only in an instrumented
/// program, where their accesses are choice points.
extension Explorer {
    /// So many accesses are known by their code.
    private static let mostCodes: Int32 = 256

    /// After `Exploration.begin`.
    func beginPrimitives() {
        guard plan.exploresPrimitives, let functions = Instrumentation.functions else { return }
        oplab_set_mode(oplab_mode_exploring, false)
        FutexCapture.begin()
        functions.explore_primitives(true)
        guard let weakened = plan.orders?.weakened else { return }
        let codes = weakened.codes.map { UnsafeRawPointer(bitPattern: $0) }
        functions.weaken_codes(
            codes, Int32(codes.count), weakened.lost == .acquire ? oplab_order_acquire : oplab_order_release)
    }

    /// Before `Exploration.end`.
    func endPrimitives() {
        guard plan.exploresPrimitives, let functions = Instrumentation.functions else { return }
        FutexCapture.end()
        functions.explore_primitives(false)
        functions.weaken_codes(nil, 0, oplab_order_none)
        var codes = [UnsafeRawPointer?](repeating: nil, count: Int(Self.mostCodes))
        let count = functions.take_atomic_codes(&codes, Self.mostCodes)
        if count == Self.mostCodes {
            fatalError("There are more than \(count) atomic accesses in the program.")
        }
        guard let orders = plan.orders, orders.weakened == nil else { return }
        orders.note(codes: codes.prefix(Int(count)).map { UInt(bitPattern: $0) })
    }
}
