import AdvancedOperations
import DownloadCore
import DownloadOperations
import DownloadedImages
import OperationQueues

/// Downloads pictures of one host as a group, and returns the paths of small ones that are made of them.
func fetchAlbum(
    _ urls: [String], host: String, port: UInt16 = 443, into path: String
) async throws -> [String] {
    let folder = try DownloadFolder(path)
    let twoPerHost = HostLimit(2)

    let album = GroupOperation()
    album.setMaxConcurrentOperationCount(4)
    album.addCondition(ReachabilityCondition(host: host, port: port))
    album.addObserver(TimeoutObserver(after: .seconds(600)))
    album.addObserver(BlockObserver(finishHandler: { _, errors in for error in errors { print(error) } }))

    let images = LockedOperationQueue()
    images.setMaxConcurrentOperationCount(2)
    var previews: [ResizeOperation] = []
    for url in urls {
        let download = try DownloadOperation(url, into: folder)
        download.addCondition(twoPerHost.condition(for: download.plan.request))
        album.addOperation(download)
        let preview = ResizeOperation(of: download, longestSide: 200)
        images.addOperation(preview)
        previews.append(preview)
    }

    let downloads = LockedOperationQueue()
    downloads.addOperation(album)
    await images.waitUntilAllOperationsAreFinished()
    await downloads.waitUntilAllOperationsAreFinished()
    return previews.compactMap { try? $0.path }
}
