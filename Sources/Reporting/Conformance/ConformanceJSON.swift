public import QueueConformance
private import TextFormats

/// A report as one JSON object, with all evidence.
public enum ConformanceJSON {
    public static func text(_ report: ConformanceReport) throws -> String {
        try JSONText.text(ConformanceFile(report))
    }
}
