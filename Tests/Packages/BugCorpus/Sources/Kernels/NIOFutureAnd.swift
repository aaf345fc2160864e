import Dispatch

/// A future of two results, which come from two event loops. Each stored its result, and looked for the other one, on its own
/// thread.
///
/// apple/swift-nio, pull request 176, "fix EventLoopFuture.and's serious threading issues":
/// https://github.com/apple/swift-nio/pull/176
final class PairFuture: @unchecked Sendable {
    private let eventLoop = DispatchQueue(label: "event loop")
    private var left: Int?
    private var right: Int?
    private let completions = Counter()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var completionCount: Int { completions.value }

    func succeedLeft(_ value: Int) {
        onLoop {
            left = value
            if right != nil { completions.add() }
        }
    }

    func succeedRight(_ value: Int) {
        onLoop {
            right = value
            if left != nil { completions.add() }
        }
    }

    private func onLoop(_ body: () -> Void) {
        if isFixed {
            eventLoop.sync(execute: body)
        } else {
            body()
        }
    }
}

extension Bug {
    static let nioFutureAnd = Bug(
        name: "NIOFutureAnd", project: "apple/swift-nio",
        citation: "https://github.com/apple/swift-nio/pull/176", family: .dataRace
    ) { isFixed, expect in
        let pair = PairFuture(isFixed: isFixed)
        let other = Task { pair.succeedLeft(1) }
        pair.succeedRight(2)
        await other.value
        expect(pair.completionCount == 1, "completed \(pair.completionCount) times")
    }
}
