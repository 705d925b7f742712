import Foundation
import Glibc
import Ground
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
            let made = unsafe mkfifo("\(folder)/pipe.jpg", 0o600)
            #expect(made == 0)
            let found = try await PhotoFolder.read(at: folder)
            #expect(found.photos == ["a", "b.txt", "c.heic"].map { "\(folder)/\($0)" })
            #expect(
                found.others == [
                    .notPhoto: ["empty.jpg", "notes.jpg"], .link: ["link.jpg"],
                    .folder: ["more"], .special: ["pipe.jpg"],
                ])
            #expect(try await PhotoFolder.read(at: "\(folder)/") == found)
        }
    }

    @Test func `names of any bytes are those of photos`() async throws {
        try await withTemporaryFolder { folder in
            let names: [[UInt8]] = [
                Array("Zoë.jpg".utf8), [0x5A, 0x6F, 0xEB, 0x2E], Array("\u{301}accent".utf8),
                [0xFF],
            ]
            for name in names {
                let path = (Array("\(folder)/".utf8) + name + [0]).map { CChar(bitPattern: $0) }
                let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
                #expect(Descriptor.write(try PhotoFixture.jpeg(), to: file))
                close(file)
            }
            let found = try await PhotoFolder.read(at: folder)
            #expect(found.others.isEmpty)
            #expect(found.photos.count == names.count)
            for photo in found.photos {
                guard case .bytes(let bytes) = try await PhotoFile.read(at: photo) else {
                    Issue.record("\(PathText.readable(photo)) cannot be read")
                    continue
                }
                #expect(try bytes == PhotoFixture.jpeg())
            }
        }
    }

    @Test func `a folder that is not there is told`() async throws {
        await #expect(throws: ValidationError.fileNotFound(path: "/nowhere")) {
            try await PhotoFolder.read(at: "/nowhere")
        }
    }
}
