public import Foundation
public import Operations

// What an NSObject can do and client code asks of an operation or a queue. Neither is one: Foundation's root class can't be put
// above a class of another module.

extension Operations.Operation: NSObjectProtocol {
    /// The operation.
    public func `self`() -> Self { self }

    /// False: an operation stands for no other object.
    public func isProxy() -> Bool { false }

    /// Whether it is of a class, or of a subclass of it.
    public func isKind(of aClass: AnyClass) -> Bool { isOfKind(self, aClass) }

    /// Whether it is of a class, and of no subclass of it.
    public func isMember(of aClass: AnyClass) -> Bool { type(of: self) == aClass }
}

extension OperationQueue {
    /// The queue.
    public func `self`() -> Self { self }

    /// False: a queue stands for no other object.
    public func isProxy() -> Bool { false }

    /// Whether it is of a class, or of a subclass of it.
    public func isKind(of aClass: AnyClass) -> Bool { isOfKind(self, aClass) }

    /// Whether it is of a class, and of no subclass of it.
    public func isMember(of aClass: AnyClass) -> Bool { type(of: self) == aClass }
}

private func isOfKind(_ object: AnyObject, _ aClass: AnyClass) -> Bool {
    sequence(first: Mirror(reflecting: object)) { $0.superclassMirror }.contains { $0.subjectType == aClass }
}

// For `%@` in a format, as in `NSLog("%@", operation)`. Who formats holds the string meanwhile.

extension Operations.Operation: _CVarArgObject {
    /// The description, as an object.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Not asked of what stands for another object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension OperationQueue: _CVarArgObject {
    /// The description, as an object.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// Not asked of what stands for another object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
