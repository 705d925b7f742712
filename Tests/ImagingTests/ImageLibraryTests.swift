import TestSupport
import Testing
import Validation

@testable import Imaging

struct ImageLibraryTests {
    @Test func `a check names the version and what can be decoded`() async throws {
        let library = try await ImageLibrary.check()
        #expect(library.version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        #expect(library.decodableFormats.isSuperset(of: [.jpeg, .png, .webp]))
    }

    @Test(.needs("an HEVC encoder for libheif", where: { PhotoFixture.canMakeHEIC }))
    func `HEIC and HEIF have one decoder`() async throws {
        let library = try await ImageLibrary.check()
        #expect(library.decodableFormats.isSuperset(of: [.heic, .heif]))
        #expect(library.decodesPhoneHEIC)
    }

    /// As libheif writes it: the kind of an error, and what it is about.
    @Test(arguments: [
        ("heif: Unsupported feature: Unsupported codec (4.3000)\n", true),
        ("heif: Unsupported file-type: Unspecified (3.0)\n", true),
        ("heif: Invalid input: No 'hvcC' box (2.104)\n", false),
        ("heif: Decoder plugin generated an error: Unspecified (7.0)\n", false),
    ])
    func `a HEIC is of an unknown kind only if its decoder says so`(text: String, isOfKind: Bool) {
        #expect(VipsFailure.isAboutKind(text) == isOfKind)
    }

    /// As the libraries write it; the last two have nothing to do with a limit of memory.
    @Test(arguments: [
        ("vips_tracked: out of memory --- size == 96MB\n", true),
        ("VipsJpeg: Insufficient memory (case 4)\n", true),
        ("heifload_buffer: Memory allocation error (6.0)\n", true),
        ("VipsPng: Out of memory\n", true),
        ("memory: area too small --- should be 12 bytes\n", false),
        ("pngload_buffer: libspng read error\n", false),
    ])
    func `a library's failure is one of memory only if it got none`(text: String, isOfMemory: Bool)
    {
        #expect(VipsFailure.isAboutMemory(text) == isOfMemory)
    }
}
