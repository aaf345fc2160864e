public import ArgumentParser
public import DownloadOperations

/// The queues that `--queue` names.
enum QueueName: String, CaseIterable, ExpressibleByArgument {
    case lock, actor, foundation
}

extension DownloadDesign: ExpressibleByArgument {}
