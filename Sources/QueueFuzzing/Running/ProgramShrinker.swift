/// Makes a smaller program of one that fails, by leaving out threads, operations and calls as long as it fails in the same way.
///
/// First many calls at a time, then fewer, as Zeller, Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, 2002,
/// without its complements. Every smaller program ends as the first does: what is left out is never what others need.
public struct ProgramShrinker: Sendable {
    /// The most programs to try.
    public var attempts: Int

    public init(attempts: Int = 150) { self.attempts = attempts }

    /// The smallest program found that still fails. `fails` says whether a program fails in the same way as the first, when it is
    /// run under the same conditions.
    public func shrink(
        _ program: FuzzProgram, isolation: isolated (any Actor)? = #isolation,
        while fails: (FuzzProgram) async throws -> Bool
    ) async rethrows -> FuzzProgram {
        var best = program
        var left = attempts
        var hasShrunk = true
        while hasShrunk, left > 0 {
            hasShrunk = false
            for step in [Self.withoutThreads, Self.withoutOperations, Self.withoutCalls, Self.simpler] {
                var index = 0
                var candidates = step(best)
                while index < candidates.count, left > 0 {
                    left -= 1
                    if try await fails(candidates[index]) {
                        best = candidates[index]
                        hasShrunk = true
                        candidates = step(best)
                        index = 0
                    } else {
                        index += 1
                    }
                }
            }
        }
        return best
    }

    private static func withoutThreads(_ program: FuzzProgram) -> [FuzzProgram] {
        guard program.threads.count > 1 else { return [] }
        var candidates = program.threads.indices.map { thread in
            var smaller = program
            smaller.threads.remove(at: thread)
            return smaller.withoutUnsubmitted()
        }
        // Two threads that don't wait may be one.
        let acting = program.threads.indices.filter { !FuzzProgram.isWaiting(program.threads[$0]) }
        for (first, second) in zip(acting, acting.dropFirst()) {
            var smaller = program
            smaller.threads[first] += smaller.threads.remove(at: second)
            candidates.append(smaller)
        }
        return candidates.filter { !$0.operations.isEmpty }
    }

    private static func withoutOperations(_ program: FuzzProgram) -> [FuzzProgram] {
        program.operations.indices.reversed().map { gone in
            program.keeping(program.operations.indices.filter { $0 != gone }).withoutUnsubmitted()
        }.filter { !$0.operations.isEmpty }
    }

    private static func withoutCalls(_ program: FuzzProgram) -> [FuzzProgram] {
        var candidates: [FuzzProgram] = []
        for thread in program.threads.indices {
            let free = program.threads[thread].indices.filter {
                program.threads[thread][$0].submitted.isEmpty
            }
            var size = max(1, free.count / 2)
            while !free.isEmpty {
                for start in stride(from: 0, to: free.count, by: size) {
                    var smaller = program
                    for index in free[start..<min(start + size, free.count)].reversed() {
                        smaller.threads[thread].remove(at: index)
                    }
                    smaller.threads.removeAll(where: \.isEmpty)
                    candidates.append(smaller)
                }
                if size == 1 { break }
                size /= 2
            }
        }
        for operation in program.operations.indices {
            for index in program.operations[operation].body.indices
            where program.operations[operation].body[index].submitted.isEmpty {
                var smaller = program
                smaller.operations[operation].body.remove(at: index)
                candidates.append(smaller)
            }
        }
        return candidates
    }

    /// Programs whose operations have less that is special.
    private static func simpler(_ program: FuzzProgram) -> [FuzzProgram] {
        var candidates: [FuzzProgram] = []
        for number in program.operations.indices {
            let operation = program.operations[number]
            var smaller = program
            if operation.isHeld {
                smaller.operations[number].isHeld = false
                candidates.append(smaller)
            }
            smaller = program
            if operation.hasCompletion || operation.priority != 0 {
                smaller.operations[number].hasCompletion = false
                smaller.operations[number].priority = 0
                candidates.append(smaller)
            }
        }
        return candidates
    }
}
