extension Shape {
    /// All threads but one set two variables, one after the other. The last one expects that both are set or neither is. Once one
    /// thread has set both, that stays true: the more threads there are, the less likely the last one sees it broken.
    static func reorder(_ count: Int) -> Shape {
        Shape(name: "CS.reorder_\(count)_bad", symptom: .failed) { _, expect in
            let a = Word()
            let b = Word()
            let set: @Sendable () -> Void = {
                a.value = 1
                b.value = -1
            }
            let check: @Sendable () -> Void = {
                let areConsistent = a.value == 0 && b.value == 0 || a.value == 1 && b.value == -1
                expect(areConsistent, "one is set, the other isn't")
            }
            await runThreads(Array(repeating: set, count: count - 1) + [check])
        }
    }
}
