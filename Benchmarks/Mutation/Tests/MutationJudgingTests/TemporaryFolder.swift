import LinuxPlatform

/// A new folder for one test, removed with its files at the end.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    var template = Array("/tmp/mutation-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw POSIXFailure(number: errno) }
    let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { _ = system("rm -rf '\(folder)'") }
    try await body(folder)
}

struct POSIXFailure: Error { let number: Int32 }
