import Foundation
import TestSupport
import Testing

@testable import Validation

struct PhotoFolderTests {
    @Test func `photos are told by content and sorted by name`() async throws {
        try await withTemporaryFolder { folder in
            func write(_ name: String, _ bytes: Data) throws {
                try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
            }
            try write("b.txt", PhotoFixture.jpeg())
            try write("a", PhotoFixture.png())
            try write("c.heic", PhotoFixture.heic())
            try write("notes.jpg", Data("no photo".utf8))
            try write("empty.jpg", Data())
            try FileManager.default.createDirectory(
                atPath: "\(folder)/more", withIntermediateDirectories: false)
            try write("more/d.jpg", PhotoFixture.jpeg())
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link.jpg", withDestinationPath: "b.txt")
            let found = try await PhotoFolder.read(at: folder)
            #expect(found.photos == ["a", "b.txt", "c.heic"].map { "\(folder)/\($0)" })
            #expect(found.others == ["empty.jpg", "link.jpg", "more", "notes.jpg"])
            #expect(try await PhotoFolder.read(at: "\(folder)/") == found)
        }
    }

    @Test func `a folder that is not there is told`() async throws {
        await #expect(throws: ValidationError.fileNotFound(path: "/nowhere")) {
            try await PhotoFolder.read(at: "/nowhere")
        }
    }
}
