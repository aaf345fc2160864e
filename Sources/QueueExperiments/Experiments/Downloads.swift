private import QueueConformance

/// Downloads, by a separate program.
extension ExperimentBook {
    static let downloads = Experiment(
        6, "The downloader",
        question:
            "Many files are downloaded by operations of three designs. What do the queue, the design and the limit change?",
        rules: ["1.13", "1.21", "2.1", "6.1"],
        program: OtherProgram(
            because: "It needs HTTP clients and a server, which this package does without.",
            queues: ["lock", "actor", "foundation"]
        ) { queue in
            let program = "swift run -c release --package-path Benchmarks/Downloads downloads"
            return [
                "\(program) fetch URL… --into DIR --limit 4 --queue \(queue)",
                "\(program) bench --queue \(queue)",
            ]
        })
}
