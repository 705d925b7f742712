import Foundation
import ObjectStore
import TestSupport
import Testing

struct DraftFileTests {
    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }

    @Test func `a file has no name until it is whole, and then all its bytes`() async throws {
        try await withTemporaryFolder { folder in
            do {
                let draft = try DraftFile(in: folder)
                for piece in ["one", "", " two"] { try draft.append(Data(piece.utf8)) }
                #expect(try names(in: folder).allSatisfy(DurableFile.isDraft))
                #expect(try draft.read() == Data("one two".utf8))
                #expect(try draft.finish(as: "\(folder)/photo"))
            }
            #expect(try names(in: folder) == ["photo"])
            #expect(try DurableFile.read("\(folder)/photo") == Data("one two".utf8))
        }
    }

    @Test func `a file that gets no name leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            do { try DraftFile(in: folder).append(Data("one".utf8)) }
            #expect(try names(in: folder).isEmpty)
        }
    }

    @Test func `a name that is taken keeps its file`() async throws {
        try await withTemporaryFolder { folder in
            #expect(try DurableFile.create("\(folder)/photo", Data("old".utf8)))
            do {
                let draft = try DraftFile(in: folder)
                try draft.append(Data("new".utf8))
                #expect(try !draft.finish(as: "\(folder)/photo"))
            }
            #expect(try DurableFile.read("\(folder)/photo") == Data("old".utf8))
            #expect(try names(in: folder) == ["photo"])
        }
    }
}
