import Foundation

/// Reads the metadata of a picture as others do.
public enum ExifTool {
    private static let path = "/usr/bin/exiftool"

    /// Whether it is installed.
    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// The address of the IPTC term for how a picture came about; empty if its metadata has none.
    public static func digitalSource(of file: String) async throws -> String {
        let read = try await Program(path: path).run(["-n", "-s3", "-XMP:DigitalSourceType", file])
        return read.output.trimmingCharacters(in: .newlines)
    }
}
