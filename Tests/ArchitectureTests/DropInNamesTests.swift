import Testing

/// The drop-in exports what Foundation has, and nothing else but what is listed here: any other name could be a client's own.
struct DropInNamesTests {
    /// Names that Foundation has on Apple's platforms, and not here.
    private static let ofApplesFoundation: Set<String> = [
        "NSKeyValueChange", "NSKeyValueObservation", "NSKeyValueObservedChange", "NSKeyValueObservingOptions",
        "NSObjectProtocol.observe(_:options:changeHandler:)",
        "ProgressReporting.observe(_:options:changeHandler:)",
        "Operation.isConcurrent", "Operation.keyPathsForValuesAffectingValue(forKey:)",
        "ObservedChange.indexes",
    ]

    /// What Foundation's classes have from `NSObject`, under the names that clients use.
    private static let ofNSObject: Set<String> = [
        "==(_:_:)", "debugDescription", "description", "hash", "hash(into:)", "isEqual(_:)", "isKind(of:)",
        "isMember(of:)", "isProxy()", "self()",
    ]

    /// The bridge between the two queues, what a priority can do here, and what a class of Swift can't hide: its associated types
    /// and initialisers.
    private static let own: Set<String> = [
        "OperationQueue.foundationQueue", "OperationQueue.dropInQueue", "Operation.Dependency",
        "OperationQueue.Operation", "OperationQueue.init(strategy:)",
        "Operation.QueuePriority.init(rounding:)",
    ]

    /// The classes of this package that are Foundation's for a client.
    private static let classes = ["Operation", "BlockOperation", "OperationQueue"]

    /// The names that a client gets with the drop-in's import.
    private static func exported() async throws -> Set<String> {
        var names = try await SymbolGraph.names(in: "FoundationCompatibility")
        let ofClasses = try await SymbolGraph.names(in: "Operations")
            .union(SymbolGraph.names(in: "OperationQueues"))
            .map { $0.replacing("LockedOperationQueue", with: "OperationQueue") }
        names.formUnion(ofClasses.filter { name in classes.contains { name.hasPrefix("\($0).") } })
        // `Operation.QueuePriority` is another name for this one, which has its raw value from the compiler.
        names.formUnion(ofClasses.filter { $0.hasPrefix("QueuePriority.") }.map { "Operation.\($0)" })
        names.insert("Operation.QueuePriority.init(rawValue:)")
        return names
    }

    private static func isOfNSObject(_ name: String) -> Bool {
        classes.contains { type in
            name.hasPrefix("\(type).") && ofNSObject.contains(String(name.dropFirst(type.count + 1)))
        }
    }

    @Test func exportedNamesAreFoundations() async throws {
        let foundation = try await SymbolGraph.names(in: "Foundation")
            .union(SymbolGraph.names(in: "FoundationEssentials"))
        #expect(foundation.contains("OperationQueue.addOperation(_:)"))
        let exported = try await Self.exported()
        let strangers = exported.filter { name in
            !foundation.contains(name) && !Self.isOfNSObject(name)
                && !Self.ofApplesFoundation.contains(name) && !Self.own.contains(name)
        }
        #expect(strangers.sorted() == [])
        let vanished = Self.ofApplesFoundation.union(Self.own).subtracting(exported)
        #expect(vanished.sorted() == [], "listed here, and exported no longer")
    }

    @Test func foundationsNamesAreThere() async throws {
        let exported = try await Self.exported()
        let foundation = try await SymbolGraph.names(in: "Foundation")
        let missing = foundation.filter { name in
            Self.classes.contains { name.hasPrefix("\($0).") } && !exported.contains(name)
        }
        #expect(missing.sorted() == [])
    }
}
