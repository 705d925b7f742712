import TestSupport
import Testing
import Validation

struct ImageLibraryTests {
    @Test func `a check names the version and what can be decoded`() async throws {
        let library = try await ImageLibrary.check()
        #expect(library.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        #expect(library.decodableFormats.isSuperset(of: [.jpeg, .png, .webp]))
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `HEIC and HEIF have one decoder`() async throws {
        #expect(try await ImageLibrary.check().decodableFormats.isSuperset(of: [.heic, .heif]))
    }
}
