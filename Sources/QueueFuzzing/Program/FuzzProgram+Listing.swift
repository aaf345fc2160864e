extension FuzzProgram {
    /// The name of an operation: A, B and so on.
    public static func name(_ operation: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(65 + operation % 26)))
        return operation < 26 ? letter : letter + String(operation / 26)
    }

    /// The name of a queue.
    func queueName(_ queue: Int) -> String { limits.count == 1 ? "queue" : "queue\(queue + 1)" }

    /// How the call reads in code.
    public func text(_ call: FuzzCall) -> String {
        let names = call.operations.map(Self.name)
        let queue = queueName(call.queue ?? 0)
        switch call {
        case .add(let operation, _):
            return operations[operation].isBarrier
                ? "\(queue).addBarrierBlock(\(names[0]))" : "\(queue).addOperation(\(names[0]))"
        case .addMany(_, _, let waits):
            let list = "[\(names.joined(separator: ", "))]"
            return "\(queue).addOperations(\(list), waitUntilFinished: \(waits))"
        case .addDependency, .removeDependency: return "\(names[0]).\(call.name)(\(names[1]))"
        case .cancel, .release, .start, .wait: return "\(names[0]).\(call.name)()"
        case .startAgain: return "\(names[0]).waitUntilFinished(); \(names[0]).start()"
        case .setPriority(_, let priority):
            return "\(names[0]).queuePriority = \(Self.priorityName(priority))"
        case .read: return "\(names[0]).\(call.name)"
        case .setLimit(_, let limit): return "\(queue).maxConcurrentOperationCount = \(limit)"
        case .setSuspended(_, let suspended): return "\(queue).isSuspended = \(suspended)"
        case .cancelAll, .waitForAll: return "\(queue).\(call.name)()"
        case .readCount, .readLimit, .readSuspended: return "\(queue).\(call.name)"
        }
    }

    private static func priorityName(_ priority: Int) -> String {
        let names = [-8: ".veryLow", -4: ".low", 0: ".normal", 4: ".high", 8: ".veryHigh"]
        return names[priority] ?? "\(priority)"
    }

    /// The program as a short listing: queues, operations, and then each thread.
    public var listing: String {
        var lines = limits.indices.map { "let \(queueName($0)) = Queue(limit: \(limits[$0]))" }
        for (number, operation) in operations.enumerated() {
            var body = operation.body.map(text)
            if operation.isHeld { body.append("waitForRelease()") }
            let kind = operation.isBarrier ? "BarrierBlock" : operation.isBlock ? "Block" : "Operation"
            let block = body.isEmpty ? "{}" : "{ \(body.joined(separator: "; ")) }"
            lines.append("let \(Self.name(number)) = \(kind) \(block)")
            if operation.priority != 0 {
                lines.append(text(.setPriority(number, operation.priority)))
            }
            if operation.hasCompletion { lines.append("\(Self.name(number)).completionBlock = {}") }
        }
        for (number, calls) in threads.enumerated() {
            lines.append("thread \(number + 1) {")
            lines += calls.map { "    \(text($0))" }
            lines.append("}")
        }
        return lines.joined(separator: "\n")
    }
}
