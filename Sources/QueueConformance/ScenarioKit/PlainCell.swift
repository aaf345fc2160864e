/// A number that nothing but the judged queue protects.
///
/// Its accesses are calls, so that they stay in this module, whose code an instrumented exploration judges; that of the explored rules is
/// the explorer's.
///
/// `@unchecked Sendable`: that its accesses are ordered is what is judged.
package final class PlainCell: @unchecked Sendable {
    private var number = 0

    package init() {}

    @inline(never) package func read() -> Int { number }
    @inline(never) package func write(_ value: Int) { number = value }
}
