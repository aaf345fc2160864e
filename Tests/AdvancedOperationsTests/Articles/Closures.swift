import AdvancedOperations
import Operations

private func keepOrder(_ pictures: [Picture], in cache: PictureCache) -> [AdvancedOperation] {
    let clean = AdvancedBlockOperation { try cache.clean() }
    let check = AdvancedBlockOperation { operation in
        for picture in pictures where !operation.isCancelled { try picture.check() }
    }
    return [clean, check]
}

// What a client has of its own.

private struct Picture: Sendable {
    func check() throws {}
}

private struct PictureCache: Sendable {
    func clean() throws {}
}
