import Foundation
import Glibc
import Ground
import TestSupport
import Testing

struct FileStatusTests {
    @Test func `a file, a folder and a link to it are what they are, with their owner and rights`()
        async throws
    {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/a"
            try Data().write(to: URL(filePath: file))
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: folder)
            #expect(unsafe chmod(file, 0o640) == 0 && chmod(folder, 0o1701) == 0)
            let found = try #require(FileStatus(file))
            #expect(!found.isFolder)
            #expect(found.permissions == 0o640)
            #expect(found.owner == geteuid())
            for path in [folder, "\(folder)/link"] {
                let found = try #require(FileStatus(path))
                #expect(found.isFolder)
                #expect(found.permissions == 0o1701)
            }
            #expect(FileStatus("\(folder)/none") == nil)
            #expect(FileStatus("\(folder)/a/none") == nil)
        }
    }
}
