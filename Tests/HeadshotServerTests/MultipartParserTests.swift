import Foundation
import TestSupport
import Testing

@testable import HeadshotServer

@Suite(.timeLimit(.minutes(10)))
struct MultipartParserTests {
    private static let type = "multipart/form-data; boundary=line"
    private static let body = """
        A preamble that nobody reads.\r
        --line\r
        Content-Disposition: form-data; name="front"; filename="me.jpg"\r
        Content-Type: image/jpeg\r
        \r
        bytes\r\n--lin and more\r
        --line\r
        content-disposition: form-data; name=side\r
        \r
        \r
        --line--\r
        An epilogue.
        """

    /// What a body says, however it is cut: each part with all its bytes.
    private func read(_ body: Data, inPiecesOf size: Int) throws -> (parts: [String], isOver: Bool)
    {
        var parser = try #require(MultipartParser(MediaType(Self.type)))
        var parts: [(name: String, bytes: Data)] = []
        var rest = body[...]
        while !rest.isEmpty {
            for event in try parser.parse(Data(rest.prefix(size))) {
                switch event {
                case .part(let name): parts.append((name, Data()))
                case .bytes(let bytes): parts[parts.count - 1].bytes += bytes
                }
            }
            rest = rest.dropFirst(size)
        }
        let told = parts.map { "\($0.name)=\(String(decoding: $0.bytes, as: UTF8.self))" }
        return (told, parser.isOver)
    }

    @Test func `a body says the same however it is cut`() throws {
        let body = Data(Self.body.utf8)
        for size in 1...body.count {
            let (parts, isOver) = try read(body, inPiecesOf: size)
            #expect(parts == ["front=bytes\r\n--lin and more", "side="], "\(size)")
            #expect(isOver)
        }
    }

    @Test func `a body that is cut off is not over`() throws {
        let body = Data(Self.body.utf8)
        let end = try #require(body.range(of: Data("--line--".utf8))).upperBound
        for count in stride(from: 0, to: end, by: 7) {
            #expect(try !read(body.prefix(count), inPiecesOf: 13).isOver)
        }
        #expect(try read(body.prefix(end), inPiecesOf: 13).isOver)
    }

    @Test(arguments: [
        "--line\r\nContent-Type: image/jpeg\r\n\r\nbytes\r\n--line--", "--lineage",
        "--line\r\nA: \(String(repeating: "a", count: 5000))",
    ])
    func `what is no such body is refused`(body: String) {
        #expect(throws: Refusal.self) { try read(Data(body.utf8), inPiecesOf: 100) }
    }

    @Test(arguments: [
        ("multipart/form-data", false), ("multipart/form-data; boundary=", false),
        ("multipart/form-data; boundary=\"a b\"", true),
        ("multipart/form-data; charset=utf-8; boundary=a", true),
        ("multipart/form-data; boundary=\(String(repeating: "a", count: 71))", false),
    ])
    func `a type names its boundary`(type: String, isTaken: Bool) {
        #expect((MultipartParser(MediaType(type)) != nil) == isTaken)
    }

    @Test func `however long a body is, the parser keeps what may begin a boundary`() throws {
        let piece = Data(repeating: UInt8(ascii: "-"), count: 1000)
        let header = Data("\r\n--line\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
        var parser = try #require(MultipartParser(MediaType(Self.type)))
        // Before the first boundary, in a part, and behind the last boundary.
        for end in [header, Data("\r\n--line--".utf8), Data()] {
            for _ in 0..<200 {
                _ = try parser.parse(piece)
                #expect(parser.rest.count < "\r\n--line".utf8.count)
            }
            _ = try parser.parse(end)
        }
        #expect(parser.isOver)
    }

    @Test func `whatever arrives, the parser ends`() throws {
        var chance = SplitMix64(state: 7)
        let pieces = [
            "--line", "\r\n", "--", "\r\n\r\n", "name=\"a\"", "x", "Content-Disposition:",
        ]
        for _ in 0..<2000 {
            let body = (0..<40).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
            _ = try? read(Data(body.utf8), inPiecesOf: Int.random(in: 1...9, using: &chance))
        }
    }

    @Test(
        arguments: [
            (#"form-data; filename="a;name=side.jpg"; name="front""#, "front"),
            (#"form-data; filename="a\";name=side"; name="front""#, "front"),
            (#"form-data; filename="a\\"; name="front""#, "front"),
            (#"form-data; name="fr\ont"; filename="x""#, "front"),
            (#"form-data ; NAME = front ; filename=x"#, "front"),
            (#"form-data; name="a\"b""#, #"a"b"#),
            (#"form-data; filename="open; name=side"#, nil), (#"form-data"#, nil), ("", nil),
            (#"form-data; name="😀;é""#, "😀;é"),
        ] as [(String, String?)])
    func `a name is read whatever the other parameters have in quotation marks`(
        disposition: String, name: String?
    ) throws {
        let body = "--line\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--line--"
        for size in [1, 7, 1000] {
            let parts = try? read(Data(body.utf8), inPiecesOf: size).parts
            #expect(parts == name.map { ["\($0)=x"] })
        }
    }

    @Test func `blanks may follow a boundary, and nothing else may`() throws {
        let part = "\r\nContent-Disposition: form-data; name=front\r\n\r\nx\r\n--line--"
        for blanks in ["", " ", "\t", " \t ", String(repeating: " ", count: 500)] {
            for size in [1, 2, 7, 1000] {
                let read = try read(Data("--line\(blanks)\(part) \r\n".utf8), inPiecesOf: size)
                #expect(read.parts == ["front=x"])
                #expect(read.isOver)
            }
        }
        for other in ["a", " a", " --", "\n", " \n", "\r ", "\u{A0}"] {
            for size in [1, 1000] {
                #expect(throws: Refusal.self) {
                    try read(Data("--line\(other)\(part)".utf8), inPiecesOf: size)
                }
            }
        }
    }

    @Test(
        arguments: [
            ("Content-Disposition: form-data;\r\n name=front", "front"),
            ("A: b\r\nContent-Disposition:\r\n\tform-data; filename=x;\r\n name=front", "front"),
            ("A: b;\r\n Content-Disposition: form-data; name=front", nil),
            ("Content-Transfer-Encoding: Binary\r\nContent-Disposition: form-data; name=a", "a"),
            ("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: 8bit", "a"),
            ("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64", nil),
            ("Content-Transfer-Encoding: quoted-printable\r\nContent-Disposition: x; name=a", nil),
        ] as [(String, String?)])
    func `headers of a part may go on in a second line, and name no encoding`(
        headers: String, name: String?
    ) throws {
        let body = "--line\r\n\(headers)\r\n\r\nx\r\n--line--"
        for size in [1, 7, 1000] {
            let parts = try? read(Data(body.utf8), inPiecesOf: size).parts
            #expect(parts == name.map { ["\($0)=x"] })
        }
    }

    @Test func `headers of a part are as long at most in one piece as in many`() throws {
        let name = "Content-Disposition: form-data; name=front\r\nX: "
        func answers(_ length: Int) -> Set<Bool> {
            let headers = name + String(repeating: "x", count: length - name.utf8.count)
            let body = Data("--line\r\n\(headers)\r\n\r\nx\r\n--line--".utf8)
            return Set(
                [1, 7, 1000, 4096, 9000].map { size in
                    (try? read(body, inPiecesOf: size).parts) == ["front=x"]
                })
        }
        for length in [100, 1000, 5060, 8000] + Array(4080...4110) {
            #expect(answers(length).count == 1, "\(length)")
        }
        #expect(answers(1000) == [true])
        #expect(answers(8000) == [false])
    }

    @Test func `a boundary in quotation marks may have a semicolon`() throws {
        var parser = try #require(
            MultipartParser(MediaType(#"multipart/form-data; x="a;b=c"; boundary="a;b""#)))
        let body = "--a;b\r\nContent-Disposition: form-data; name=front\r\n\r\nx\r\n--a;b--"
        #expect(
            try parser.parse(Data(body.utf8)) == [.part("front"), .bytes(Data("x".utf8))])
        #expect(parser.isOver)
    }

    @Test(arguments: [
        (#"{"a":"b"}"#, false), (#"{"a":"\u0000"}"#, true), (#"{"a":"x\\\u0000"}"#, true),
        (#"{"a":"\\u0000"}"#, false), (#"\u0000"#, true), ("", false), (#"{"\u00000":1}"#, true),
    ])
    func `a null character in JSON is found, and its spelling is not one`(
        json: String, hasNull: Bool
    ) {
        #expect(Data(json.utf8).hasEscapedNull == hasNull)
    }
}
