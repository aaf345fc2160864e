import ConcurrencyPrimitives
import Foundation
import LinuxPlatform

/// Waits for what another process does in a folder, by the kernel's word (inotify(7)).
final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let path: String

    init(_ path: String) throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
        guard descriptor >= 0, inotify_add_watch(descriptor, path, events) >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        self.path = path
    }

    deinit { close(descriptor) }

    /// Returns when a file whose name ends so has this many bytes, or more.
    func hasFile(endingWith ending: String, bytes: Int) async {
        let isThere = Latch()
        WorkerThread.start { [self] in
            // The watch is older than this look, so nothing that follows is missed.
            while !isNow(ending, bytes) {
                var buffer = [UInt8](repeating: 0, count: 4_096)
                if read(descriptor, &buffer, buffer.count) < 0, errno != EINTR { break }
            }
            isThere.open()
        }
        await isThere.wait()
    }

    private func isNow(_ ending: String, _ bytes: Int) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.contains { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
            return name.hasSuffix(ending) && attributes?[.size] as? Int ?? 0 >= bytes
        }
    }
}
