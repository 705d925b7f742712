import Foundation
import Ground
import Testing

struct PathTextTests {
    @Test func `every path of bytes has a text of its own, which leads back to it`() {
        var generator = SystemRandomNumberGenerator()
        let pieces: [[UInt8]] = [
            [0xFF], [0xC3], [0xC3, 0xA9], [0xE9], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x91], [0x66],
            [0x66, 0x66], Array("/".utf8), Array("é".utf8), Array("\u{301}".utf8),
            Array("👩🏽".utf8), Array("\\xff".utf8), [0x80], [0xF5],
        ]
        for _ in 0..<2000 {
            let count = Int.random(in: 1...8, using: &generator)
            let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            let text = PathText.text(of: bytes)
            #expect(PathText.bytes(of: text)?.dropLast().map { UInt8(bitPattern: $0) } == bytes)
            #expect(text.utf8.contains(0) == (String(validating: bytes, as: UTF8.self) == nil))
            #expect(!PathText.readable(text).utf8.contains(0))
        }
    }

    @Test(
        arguments: [
            (Array("caf\u{E9}.jpg".utf8), "café.jpg"), ([0x63, 0xE9, 0x2E], "c\\xe9."),
            ([0x62, 0xFF, 0xFE], "b\\xff\\xfe"),
        ] as [([UInt8], String)])
    func `a path is readable`(bytes: [UInt8], readable: String) {
        #expect(PathText.readable(PathText.text(of: bytes)) == readable)
    }

    @Test(arguments: ["a\0b", "a\0", "a\u{0}41", "\0\0ff", "\0zz"])
    func `a text with another zero is no path`(text: String) {
        #expect(PathText.bytes(of: text) == nil)
    }

    @Test(arguments: [("team/a.jpg", "a.jpg"), ("a.jpg", "a.jpg"), ("team/\u{301}x", "\u{301}x")])
    func `a name is what stands behind the last slash`(path: String, name: String) {
        #expect(PathText.name(of: path).utf8.elementsEqual(name.utf8))
    }
}
