#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where the build put its products: beside the program that runs these tests.
enum BuildFolder {
    static func path(of product: String) -> String {
        guard let own = realpath("/proc/self/exe", nil) else {
            fatalError("/proc/self/exe can't be resolved.")
        }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast()
        return "/" + folder.joined(separator: "/") + "/" + product
    }
}
