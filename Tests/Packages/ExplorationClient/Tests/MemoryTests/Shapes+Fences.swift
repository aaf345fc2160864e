/// The shapes with relaxed accesses, and fences of all kinds between them.
extension Shapes {
    private static let fencesOfMoreThreads = fences.filter { isWhole || $0 == .sequential }

    static let withFences: [LitmusProgram] = [
        storeBuffering, messagePassing, loadBuffering, twoPlusTwoWrites, shapeS, shapeR, threeThreads,
        fourThreads,
    ].flatMap(\.self)

    private static let storeBuffering: [LitmusProgram] =
        fences.map { (fence: Order) -> LitmusProgram in
            program(
                "SB fence \(fence.rawValue)", [.store(0, 1, .relaxed), .fence(fence), .load(1, .relaxed)],
                [.store(1, 1, .relaxed), .fence(fence), .load(0, .relaxed)])
        }

    private static let messagePassing: [LitmusProgram] =
        each(fences, fences) { (one: Order, other: Order) -> LitmusProgram in
            program(
                "MP fences \(one.rawValue) \(other.rawValue)",
                [.store(0, 1, .relaxed), .fence(one), .store(1, 1, .relaxed)],
                [.load(1, .relaxed), .fence(other), .load(0, .relaxed)])
        }

    private static let loadBuffering: [LitmusProgram] =
        fences.map { (fence: Order) -> LitmusProgram in
            program(
                "LB fence \(fence.rawValue)", [.load(0, .relaxed), .fence(fence), .store(1, 1, .relaxed)],
                [.load(1, .relaxed), .fence(fence), .store(0, 1, .relaxed)])
        }

    private static let twoPlusTwoWrites: [LitmusProgram] =
        fences.map { (fence: Order) -> LitmusProgram in
            program(
                "2+2W fence \(fence.rawValue)",
                [.store(0, 1, .relaxed), .fence(fence), .store(1, 2, .relaxed)],
                [.store(1, 1, .relaxed), .fence(fence), .store(0, 2, .relaxed)])
        }

    private static let shapeS: [LitmusProgram] =
        each(fences, fences) { (one: Order, other: Order) -> LitmusProgram in
            program(
                "S fences \(one.rawValue) \(other.rawValue)",
                [.store(0, 2, .relaxed), .fence(one), .store(1, 1, .relaxed)],
                [.load(1, .relaxed), .fence(other), .store(0, 1, .relaxed)])
        }

    private static let shapeR: [LitmusProgram] =
        each(fences, fences) { (one: Order, other: Order) -> LitmusProgram in
            program(
                "R fences \(one.rawValue) \(other.rawValue)",
                [.store(0, 1, .relaxed), .fence(one), .store(1, 1, .relaxed)],
                [.store(1, 2, .relaxed), .fence(other), .load(0, .relaxed)])
        }

    private static let threeThreads: [LitmusProgram] =
        fencesOfMoreThreads.flatMap { (fence: Order) -> [LitmusProgram] in
            [
                program(
                    "WRC fence \(fence.rawValue)", [.store(0, 1, .relaxed)],
                    [.load(0, .relaxed), .fence(fence), .store(1, 1, .relaxed)],
                    [.load(1, .relaxed), .fence(fence), .load(0, .relaxed)]),
                program(
                    "ISA2 fence \(fence.rawValue)",
                    [.store(0, 1, .relaxed), .fence(fence), .store(1, 1, .relaxed)],
                    [.load(1, .relaxed), .fence(fence), .store(2, 1, .relaxed)],
                    [.load(2, .relaxed), .fence(fence), .load(0, .relaxed)]),
                program(
                    "RWC fence \(fence.rawValue)", [.store(0, 1, .relaxed)],
                    [.load(0, .relaxed), .fence(fence), .load(1, .relaxed)],
                    [.store(1, 1, .relaxed), .fence(fence), .load(0, .relaxed)]),
                program(
                    "Z6 fence \(fence.rawValue)",
                    [.store(0, 1, .relaxed), .fence(fence), .store(1, 1, .relaxed)],
                    [.store(1, 2, .relaxed), .fence(fence), .store(2, 1, .relaxed)],
                    [.load(2, .relaxed), .fence(fence), .load(0, .relaxed)]),
                program(
                    "W+RWC fence \(fence.rawValue)",
                    [.store(0, 1, .relaxed), .fence(fence), .store(1, 1, .relaxed)],
                    [.load(1, .relaxed), .fence(fence), .load(2, .relaxed)],
                    [.store(2, 1, .relaxed), .fence(fence), .load(0, .relaxed)]),
            ]
        }

    private static let fourThreads: [LitmusProgram] =
        fencesOfMoreThreads.map { (fence: Order) -> LitmusProgram in
            program(
                "IRIW fence \(fence.rawValue)", [.store(0, 1, .relaxed)], [.store(1, 1, .relaxed)],
                [.load(0, .relaxed), .fence(fence), .load(1, .relaxed)],
                [.load(1, .relaxed), .fence(fence), .load(0, .relaxed)])
        }
}
