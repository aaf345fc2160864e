internal import Operations

func checkLimit(_ count: Int) {
    if count < -1 { misuse("6.6", "maxConcurrentOperationCount was set to \(count); it is -1 or more.") }
}

func defaultName(of queue: AnyObject) -> String {
    let address = UInt(bitPattern: ObjectIdentifier(queue))
    return "\(type(of: queue)) 0x\(String(address, radix: 16))"
}
