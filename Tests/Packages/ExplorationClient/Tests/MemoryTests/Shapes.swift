import Foundation

/// The litmus programs of the literature, by shape, with orders of all kinds.
enum Shapes {
    typealias Order = LitmusProgram.Order
    typealias Access = LitmusProgram.Access

    /// Those of more than two threads with few orders and fences, unless LITMUS=all: they take minutes.
    static let all: [LitmusProgram] = [
        storeBuffering, storeBufferingOfMixedOrders, messagePassing, messagePassingOfMixedOrders,
        loadBuffering, twoPlusTwoWrites, coherence, coherenceOfStores, storesAndReads, shapeR, changes,
        compareExchanges, threeThreads, repaired, fourThreads, sequentialAcrossFences, withFences,
    ].flatMap(\.self)

    private static let stores: [Order] = [.relaxed, .releasing, .sequential]
    private static let loads: [Order] = [.relaxed, .acquiring, .sequential]
    static let isWhole = ProcessInfo.processInfo.environment["LITMUS"] == "all"
    /// The orders of the stores and of the loads in programs of more than two threads.
    private static let ordersOfMoreThreads: [(store: Order, load: Order)] =
        isWhole
        ? each(stores, loads) { ($0, $1) }
        : [(.relaxed, .relaxed), (.releasing, .acquiring), (.sequential, .sequential)]
    static let fences: [Order] = [.acquiring, .releasing, .acquiringAndReleasing, .sequential]

    static func program(_ name: String, _ threads: [Access]...) -> LitmusProgram {
        LitmusProgram(name: name, threads: threads)
    }

    static func each<A, B, C>(_ ones: [A], _ others: [B], _ make: (A, B) -> C) -> [C] {
        ones.flatMap { one in others.map { make(one, $0) } }
    }

    private static let storeBuffering: [LitmusProgram] =
        each(stores, loads) { (store: Order, load: Order) -> LitmusProgram in
            program(
                "SB \(store.rawValue) \(load.rawValue)", [.store(0, 1, store), .load(1, load)],
                [.store(1, 1, store), .load(0, load)])
        }

    private static let storeBufferingOfMixedOrders: [LitmusProgram] =
        [
            program(
                "SB sc, fence sc", [.store(0, 1, .sequential), .load(1, .sequential)],
                [.store(1, 1, .relaxed), .fence(.sequential), .load(0, .relaxed)]),
            program(
                "SB one fence", [.store(0, 1, .relaxed), .fence(.sequential), .load(1, .relaxed)],
                [.store(1, 1, .relaxed), .load(0, .relaxed)]),
            program(
                "SB exchanges", [.exchange(0, 1, .acquiringAndReleasing), .load(1, .acquiring)],
                [.exchange(1, 1, .acquiringAndReleasing), .load(0, .acquiring)]),
            program(
                "SB exchanges sc", [.exchange(0, 1, .sequential), .load(1, .relaxed)],
                [.exchange(1, 1, .sequential), .load(0, .relaxed)]),
            program(
                "SB and a word between",
                [.store(0, 1, .sequential), .store(2, 1, .releasing), .load(1, .sequential)],
                [.store(1, 1, .sequential), .load(2, .acquiring), .load(0, .sequential)]),
        ]

    private static let messagePassing: [LitmusProgram] =
        each(stores, loads) { (store: Order, load: Order) -> LitmusProgram in
            program(
                "MP \(store.rawValue) \(load.rawValue)", [.store(0, 1, .relaxed), .store(1, 1, store)],
                [.load(1, load), .load(0, .relaxed)])
        }

    private static let messagePassingOfMixedOrders: [LitmusProgram] =
        [
            program(
                "MP release, fence", [.store(0, 1, .relaxed), .store(1, 1, .releasing)],
                [.load(1, .relaxed), .fence(.acquiring), .load(0, .relaxed)]),
            program(
                "MP fence, acquire", [.store(0, 1, .relaxed), .fence(.releasing), .store(1, 1, .relaxed)],
                [.load(1, .acquiring), .load(0, .relaxed)]),
            program(
                "MP a later store ends the release sequence",
                [.store(0, 1, .relaxed), .store(1, 1, .releasing), .store(1, 2, .relaxed)],
                [.load(1, .acquiring), .load(0, .relaxed)]),
            program(
                "MP all sc", [.store(0, 1, .sequential), .store(1, 1, .sequential)],
                [.load(1, .sequential), .load(0, .sequential)]),
        ]

    private static let loadBuffering: [LitmusProgram] = each(loads, stores) {
        (load: Order, store: Order) -> LitmusProgram in
        program(
            "LB \(load.rawValue) \(store.rawValue)", [.load(0, load), .store(1, 1, store)],
            [.load(1, load), .store(0, 1, store)])
    }

    private static let twoPlusTwoWrites: [LitmusProgram] =
        stores.map { (order: Order) -> LitmusProgram in
            program(
                "2+2W \(order.rawValue)", [.store(0, 1, order), .store(1, 2, order)],
                [.store(1, 1, order), .store(0, 2, order)])
        }

    private static let coherence: [LitmusProgram] =
        loads.flatMap { (load: Order) -> [LitmusProgram] in
            [
                program(
                    "CoRR \(load.rawValue)", [.store(0, 1, .relaxed), .store(0, 2, .relaxed)],
                    [.load(0, load), .load(0, load)]),
                program(
                    "CoRW \(load.rawValue)", [.load(0, load), .store(0, 1, .relaxed)],
                    [.store(0, 2, .relaxed)]),
                program(
                    "CoWR \(load.rawValue)", [.store(0, 1, .relaxed), .load(0, load)],
                    [.store(0, 2, .relaxed)]),
            ]
        }

    private static let coherenceOfStores: [LitmusProgram] =
        stores.flatMap { (store: Order) -> [LitmusProgram] in
            [
                program(
                    "CoWW \(store.rawValue)", [.store(0, 1, store), .store(0, 2, store)],
                    [.load(0, .relaxed), .load(0, .relaxed)]),
                program(
                    "CoWW three \(store.rawValue)", [.store(0, 1, store), .store(0, 2, store)],
                    [.store(0, 3, store)]),
            ]
        }

    /// The shapes S and R of *Herding Cats*.
    private static let storesAndReads: [LitmusProgram] =
        each(stores, loads) { (store: Order, load: Order) -> LitmusProgram in
            program(
                "S \(store.rawValue) \(load.rawValue)", [.store(0, 2, .relaxed), .store(1, 1, store)],
                [.load(1, load), .store(0, 1, .relaxed)])
        }

    private static let shapeR: [LitmusProgram] =
        each(stores, loads) { (store: Order, load: Order) -> LitmusProgram in
            program(
                "R \(store.rawValue) \(load.rawValue)", [.store(0, 1, store), .store(1, 1, store)],
                [.store(1, 2, store), .load(0, load)])
        }

    /// Read-modify-writes.
    private static let changes: [LitmusProgram] =
        Order.allCases.flatMap { (order: Order) -> [LitmusProgram] in
            [
                program(
                    "two exchanges \(order.rawValue)", [.exchange(0, 1, order), .exchange(0, 2, order)],
                    [.exchange(0, 3, order)]),
                program(
                    "an exchange and a store \(order.rawValue)", [.exchange(0, 1, order)],
                    [.store(0, 2, .relaxed), .load(0, .relaxed)]),
            ]
        }

    private static let compareExchanges: [LitmusProgram] =
        [
            (Order.relaxed, Order.relaxed), (.acquiringAndReleasing, .relaxed),
            (.acquiringAndReleasing, .acquiring), (.sequential, .sequential),
        ].flatMap { (order: Order, failure: Order) -> [LitmusProgram] in
            [
                program(
                    "two that compare \(order.rawValue) \(failure.rawValue)",
                    [.compareExchange(0, 0, 1, order, failure)], [.compareExchange(0, 0, 2, order, failure)]),
                program(
                    "one that fails \(order.rawValue) \(failure.rawValue)",
                    [.store(1, 1, .relaxed), .compareExchange(0, 0, 1, order, failure)],
                    [.compareExchange(0, 0, 2, order, failure), .load(1, .relaxed)]),
            ]
        }

    private static let threeThreads: [LitmusProgram] =
        ordersOfMoreThreads.flatMap { (store: Order, load: Order) -> [LitmusProgram] in
            [
                program(
                    "WRC \(store.rawValue) \(load.rawValue)", [.store(0, 1, .relaxed)],
                    [.load(0, load), .store(1, 1, store)], [.load(1, load), .load(0, .relaxed)]),
                program(
                    "ISA2 \(store.rawValue) \(load.rawValue)", [.store(0, 1, .relaxed), .store(1, 1, store)],
                    [.load(1, load), .store(2, 1, store)], [.load(2, load), .load(0, .relaxed)]),
                program(
                    "RWC \(store.rawValue) \(load.rawValue)", [.store(0, 1, store)],
                    [.load(0, load), .load(1, load)], [.store(1, 1, store), .load(0, load)]),
                program(
                    "Z6 \(store.rawValue) \(load.rawValue)", [.store(0, 1, store), .store(1, 1, store)],
                    [.store(1, 2, store), .store(2, 1, store)], [.load(2, load), .load(0, load)]),
                program(
                    "W+RWC \(store.rawValue) \(load.rawValue)", [.store(0, 1, store), .store(1, 1, store)],
                    [.load(1, load), .load(2, load)], [.store(2, 1, store), .load(0, load)]),
                program(
                    "MP through an exchange \(store.rawValue) \(load.rawValue)",
                    [.store(0, 1, .relaxed), .store(1, 1, store)], [.exchange(1, 2, .relaxed)],
                    [.load(1, load), .load(0, .relaxed)]),
            ]
        }

    /// What a fence that isn't sequential acquires or releases counts for the order of sequential accesses.
    private static let sequentialAcrossFences: [LitmusProgram] =
        fences.flatMap { (fence: Order) -> [LitmusProgram] in
            [
                program(
                    "SB sc across two, fence \(fence.rawValue) behind the load",
                    [.store(0, 1, .sequential), .store(2, 1, .releasing)],
                    [.load(2, .relaxed), .fence(fence), .load(1, .sequential)],
                    [.store(1, 1, .sequential), .load(0, .sequential)]),
                program(
                    "SB sc across two, fence \(fence.rawValue) before the store",
                    [.store(0, 1, .sequential), .fence(fence), .store(2, 1, .relaxed)],
                    [.load(2, .acquiring), .load(1, .sequential)],
                    [.store(1, 1, .sequential), .load(0, .sequential)]),
            ]
        }

    /// Of *Repairing Sequential Consistency in C/C++11*, figure 2, with the orders there, and sequential ones.
    private static let repaired: [LitmusProgram] = [
        program(
            "Z6.U", [.store(0, 1, .sequential), .store(1, 1, .releasing)],
            [.add(1, 1, .sequential), .load(1, .relaxed)], [.store(1, 3, .sequential), .load(0, .sequential)]),
        program(
            "Z6.U sc", [.store(0, 1, .sequential), .store(1, 1, .sequential)],
            [.add(1, 1, .sequential), .load(1, .sequential)],
            [.store(1, 3, .sequential), .load(0, .sequential)]),
    ]

    private static let fourThreads: [LitmusProgram] =
        ordersOfMoreThreads.map { (store: Order, load: Order) -> LitmusProgram in
            program(
                "IRIW \(store.rawValue) \(load.rawValue)", [.store(0, 1, store)], [.store(1, 1, store)],
                [.load(0, load), .load(1, load)], [.load(1, load), .load(0, load)])
        }
}
