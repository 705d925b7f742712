import Foundation
import TestSupport
import Testing

@testable import Generation

/// Answers with a status of 200: the model has worked, and is paid, unless something else answered.
struct ChargedAnswerTests {
    typealias Case = ReadBody

    @Test(arguments: pictures + withoutPicture + foreign + unreadable)
    func `an answer with a status of 200 is read as what it is`(_ a: Case) async throws {
        #expect(try await ask(200, a.body) == a.answer)
    }

    private static func picture(
        _ data: Data = Bodies.png, _ type: String = "image/png", text: String? = nil,
        of body: Data? = nil, isAlone: Bool = true
    ) -> Answer {
        .made(
            .picture(
                GeneratedPicture(
                    data: data, mimeType: type, text: text, receipt: Bodies.receipt, body: body,
                    isAlone: isAlone)))
    }

    /// An answer with other pictures, or what is to be one.
    private static func several(
        _ description: String, _ parts: String, _ data: Data = Bodies.png,
        _ type: String = "image/png"
    ) -> Case {
        Case(description, Bodies.parts(parts), picture(data, type, isAlone: false))
    }

    /// An answer that a gateway streams; what it says of the usage is in no single document.
    private static func streamed(_ description: String, _ body: String) -> Case {
        Case(
            description, body,
            .made(
                .picture(
                    GeneratedPicture(
                        data: Bodies.png, mimeType: "image/png", text: nil, receipt: Receipt()))))
    }

    private static var line: String { Bodies.parts(image).filter { $0 != "\n" } }
    /// The same on several lines, indented.
    private static let pretty = line.replacing("{", with: "{\n  ")
    private static let event = "data: \(line)\n\n"
    /// Where a transfer broke off.
    private static let cut = line.prefix(line.count / 2)

    private static func draft(_ data: String) -> String {
        #"{"thought":true,"inlineData":{"mimeType":"image/png","data":"\#(data)"}}"#
    }

    private static let heicByBrand = Data("\0\0\0\u{18}ftypheic".utf8)
    private static let png = Bodies.png.base64EncodedString()
    private static let image = Bodies.image(png)
    private static let photo = Bodies.image(Bodies.jpeg.base64EncodedString(), "image/jpeg")

    private static let webp = Data("RIFF????WEBPVP8 ".utf8)
    private static let heic = Data("\0\0\0\u{18}ftypheic".utf8)

    private static let pictures =
        [
            Case("a picture and a sentence", Bodies.success, picture(text: "Here it is.")),
            several(
                "the last picture that is no draft",
                #"{"thought":true,"text":"Composing."},"#
                    + Bodies.image(Bodies.png.base64EncodedString()) + ","
                    + Bodies.image(Bodies.jpeg.base64EncodedString(), "image/jpeg") + ","
                    + #"{"thought":true,"inlineData":{"mimeType":"image/png","data":"AAAA"}}"#,
                Bodies.jpeg, "image/jpeg"),
            several("a draft where the picture is broken", draft(png) + "," + Bodies.image("*")),
            several("a draft alone", draft(png)),
            Case("a picture after a draft", Bodies.parts(draft("AAAA") + "," + image), picture()),
            Case(
                "a picture beside the request with its photo",
                "\(Bodies.parts(image).dropLast()),"
                    + #""request":{"contents":[{"parts":[\#(photo)]}]}}"#, picture()),
            several(
                "snake case and the other alphabet, without padding",
                #"{"inline_data":{"mime_type":"image/png","data":"iVBORw0KGgr7_74B"}},"#
                    + #"{"inline_data":{"mime_type":"image/png","data":"_9j_4AAQAA"}}"#,
                Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x00]), "image/jpeg"),
            Case(
                "the bytes outweigh the declared type",
                Bodies.parts(Bodies.image(webp.base64EncodedString(), "image/png")),
                picture(webp, "image/webp")),
            Case(
                "where the bytes leave a choice, the declared type stands",
                Bodies.parts(Bodies.image(heic.base64EncodedString(), "image/heic")),
                picture(heic, "image/heic")),
            Case(
                "a picture outweighs the reason beside it",
                Bodies.parts(Bodies.image(Bodies.png.base64EncodedString()), finish: "MAX_TOKENS"),
                picture()),
        ] + oddShapes + inTexts

    private static let large = Bodies.png + Data(count: 1000)
    private static let url = "data:image/png;base64,\(large.base64EncodedString())"

    /// Where a gateway has put a picture into a text, or the picture in place of its address.
    private static let inTexts = [
        Case("in Markdown", Bodies.parts(#"{"text":"Here: ![a](\#(url))."}"#), picture(large)),
        Case("as a text", Bodies.parts(#"{"text":"\#(url)"}"#), picture(large)),
        Case(
            "in the other alphabet",
            Bodies.parts(
                #"{"text":"\#(url.replacing("+", with: "-").replacing("=", with: ""))"}"#),
            picture(large)),
        Case(
            "as an address, in capitals",
            Bodies.parts(
                #"{"fileData":{"fileUri":"DATA:IMAGE/PNG;BASE64,\#(url.dropFirst(22))"}}"#),
            picture(large)),
        Case(
            "after a draft",
            Bodies.parts(#"{"text":"\#(url)"},"# + draft(png)),
            picture(text: url, isAlone: false)),
    ]

    /// What was paid for is taken, however the answer is made.
    private static let oddShapes =
        [
            "application/octet-stream", "IMAGE/PNG", "", "text/plain", "audio/wav",
        ].map {
            Case("declared as \($0)", Bodies.parts(Bodies.image(png, $0)), picture())
        }
        + [
            Case(
                "a HEIC that is declared as bytes",
                Bodies.parts(
                    Bodies.image(heicByBrand.base64EncodedString(), "application/octet-stream")),
                picture(heicByBrand, "image/heic")),
            Case(
                "a type in upper case where the bytes leave a choice",
                Bodies.parts(Bodies.image(heicByBrand.base64EncodedString(), "IMAGE/HEIC")),
                picture(heicByBrand, "image/heic")),
            several("a picture before an empty one", image + "," + Bodies.image("")),
            several("a picture before a broken one", image + "," + Bodies.image("iVBO*w0K")),
            several("a picture before what is none", image + "," + Bodies.image("SGVsbG8=")),
            Case(
                "escaped line breaks in the base64",
                Bodies.parts(Bodies.image("\(png.prefix(8))\\r\\n\(png.dropFirst(8))\\n")),
                picture()),
            Case(
                "raw line breaks in the base64",
                Bodies.parts(Bodies.image("\(png.prefix(8))\n\(png.dropFirst(8))\n")), picture()),
            Case(
                "half of a surrogate pair in the text",
                Bodies.parts(#"{"text":"a \ud800 b \ud83d\ude00 \\ud800"},"# + image),
                picture(text: "a \u{FFFD} b 😀 \\ud800")),
            Case(
                "the other half at the end of the text",
                Bodies.parts(#"{"text":"\udc00"},"# + image), picture(text: "\u{FFFD}")),
            Case("a zero byte at the end", Bodies.success + "\0", picture(text: "Here it is.")),
            Case(
                "a byte order mark", "\u{FEFF}" + Bodies.success, picture(text: "Here it is.")),
            Case(
                "wrapped as a response", #"{"response":\#(Bodies.success)}"#,
                picture(text: "Here it is.")),
            Case(
                "wrapped in an array", "[\(Bodies.success)]",
                .made(
                    .picture(
                        GeneratedPicture(
                            data: Bodies.png, mimeType: "image/png", text: nil,
                            receipt: Receipt())))),
            Case(
                "with the scheme of a URL before the base64",
                Bodies.parts(Bodies.image("data:image/png;base64,\(png)")), picture()),
            streamed("server-sent events", "event: a\r\ndata: \(line)\r\n\r\ndata: [DONE]\r\n\r\n"),
            streamed("events after a comment", ": wait\n\nid: 1\nretry: 5\ndata:\(line)\n\n"),
            streamed("a document on each line", "{\"candidates\":[]}\n\(line)\n"),
            streamed(
                "an event of several lines",
                "data: \(pretty.replacing("\n", with: "\ndata: "))\n\ndata: [DONE]\n\n"),
            streamed("an event before one that was cut off", "\(event)data: \(cut)"),
            streamed("an event after one that was cut off", "data: \(cut)\n\n\(event)"),
            streamed("an event after a text", "data: connected\n\n\(event)"),
            streamed("a line before one that was cut off", "\(line)\n\(cut)"),
            streamed("a line between two that were cut off", "\(cut)\n\(line)\n\(cut)"),
            streamed("an array that was cut off", "[\(line),\(cut)"),
            streamed("documents of several lines", "{\n}\n\(pretty)\n{\n}\n"),
            streamed("documents without line breaks", "{}\(line){}"),
            Case(
                "with the scheme of a URL in capitals",
                Bodies.parts(Bodies.image("DATA:image/png;base64,\(png)")), picture()),
            Case(
                "outside of any candidate", #"{"output":[\#(image)],\#(Bodies.usage)}"#,
                picture()),
        ]

    @Test func `the pictures of a kept body are tried from the last on, and drafts after them`() {
        let jpeg = Bodies.image(Bodies.jpeg.base64EncodedString(), "image/jpeg")
        let parts = [
            #"{"text":"Two."}"#, Self.image, Bodies.image("*"), jpeg,
            Self.draft(Self.webp.base64EncodedString()),
        ]
        let body = Data(Bodies.parts(parts.joined(separator: ",")).utf8)
        let pictures = KeptBody.pictures(in: body, of: ProviderName.gemini)
        #expect(pictures.map(\.data) == [Bodies.jpeg, Bodies.png, Self.webp])
        #expect(pictures.allSatisfy { $0.text == "Two." && $0.receipt == Bodies.receipt })
        #expect(KeptBody.pictures(in: body, of: "another").isEmpty)
    }

    /// Each is decoded, so a body full of tiny ones must not take hours.
    @Test func `of very many pictures only some are tried`() {
        let images = [String](repeating: Self.image, count: 5000)
        let body = Data(Bodies.parts(images.joined(separator: ",")).utf8)
        let pictures = KeptBody.pictures(in: body, of: ProviderName.gemini)
        #expect((2...50).contains(pictures.count))
    }

    @Test func `a likely picture is tried before any number of others`() {
        let others = [String](repeating: Self.image, count: 100)
        let body = Data(Bodies.parts(([Self.photo] + others).joined(separator: ",")).utf8)
        let pictures = KeptBody.pictures(in: body, of: ProviderName.gemini) { $0 == Bodies.jpeg }
        #expect(pictures.first?.data == Bodies.jpeg)
        #expect((2...50).contains(pictures.count))
    }

    /// How a service or a gateway may write text, and the mark at its beginning.
    private static let encodings: [(encoding: String.Encoding, mark: [UInt8])] = [
        (.utf16LittleEndian, []), (.utf16BigEndian, []), (.utf16LittleEndian, [0xFF, 0xFE]),
        (.utf16BigEndian, [0xFE, 0xFF]), (.utf32LittleEndian, []), (.utf32BigEndian, []),
        (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ]

    @Test(arguments: encodings.indices)
    func `an answer that is not in UTF-8 is read and kept as if it were`(index: Int) async throws {
        let (encoding, mark) = Self.encodings[index]
        let text = Bodies.success.replacing("Here it is.", with: "Voilà 😀 \(testKey)")
        let body = Data(mark) + (try #require(text.data(using: encoding)))
        let kept = Data(text.replacing(testKey, with: "[key]").utf8)
        #expect(
            try await ask(200, body) == Self.picture(text: "Voilà 😀 [key]", of: kept))
        // Half a sign at the end, where the transfer broke off.
        guard case .unreadable(let rest) = try await ask(200, body.dropLast(encoding.width + 1))
        else {
            Issue.record("a half is read")
            return
        }
        #expect(rest.paid.bytes == kept.dropLast(2))
    }

    @Test func `a page in an unknown encoding is not taken for an answer`() async throws {
        let page = Data("<html><title>Anmeldung f".utf8) + [0xFC] + Data("r das Netz</title>".utf8)
        guard case .foreign(_, let body) = try await ask(200, page) else {
            Issue.record("taken for the service's")
            return
        }
        #expect(body.bytes == page)
    }

    @Test func `a picture that comes without JSON is kept as it is`() async throws {
        guard case .unreadable(let answer) = try await ask(200, Self.heic) else {
            Issue.record("read as JSON")
            return
        }
        #expect(answer.paid.bytes == Self.heic)
    }

    @Test func `a byte that is no UTF-8 in the text costs no picture`() async throws {
        var body = Data(Bodies.success.utf8)
        let place = try #require(body.firstRange(of: Data("Here".utf8)))
        body[place.lowerBound] = 0xFF
        #expect(try await ask(200, body) == Self.picture(text: "\u{FFFD}ere it is.", of: body))
    }

    @Test func `the words of a model are cut`() async throws {
        let words = String(repeating: "é", count: 100_000)
        let body = Bodies.parts(#"{"text":"\#(words)"}"#)
        guard case .nothing(let none) = try await ask(200, body) else {
            Issue.record("no words")
            return
        }
        #expect(none.text == String(words.prefix(2000)))
    }

    private static func none(
        _ description: String, _ body: String, _ kind: EmptyAnswer.Kind, _ reason: String?,
        text: String? = nil
    ) -> Case {
        let none = EmptyAnswer(kind: kind, reason: reason, text: text, paid: paid(body))
        return Case(description, body, .nothing(none))
    }

    private static func paid(_ body: String) -> PaidBody {
        PaidBody(Data(body.utf8), receipt: Bodies.receipt)
    }

    private static func ending(_ reason: String) -> String {
        #"{"candidates":[{"content":{},"finishReason":"\#(reason)","#
            + #""finishMessage":"Withheld."}],\#(Bodies.usage)}"#
    }

    private static let withoutPicture =
        [
            "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
            "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION",
        ].map { none($0, ending($0), .blockedAnswer, $0, text: "Withheld.") }
        + ["NO_IMAGE", "IMAGE_OTHER", "MAX_TOKENS", "SOME_NEW_WORD"].map {
            none($0, ending($0), .noImage, $0, text: "Withheld.")
        } + [
            none(
                "a blocked prompt",
                #"{"promptFeedback":{"blockReason":"OTHER","blockReasonMessage":"No."},\#(Bodies.usage)}"#,
                .blockedPrompt, "OTHER", text: "No."),
            none(
                "text only", Bodies.parts(#"{"text":"A clearer photo,"},{"text":"please."}"#),
                .textOnly, "STOP", text: "A clearer photo,\nplease."),
            none(
                "an example of a picture in a text",
                Bodies.parts(#"{"text":"Send data:image/png;base64,\#(png) again."}"#), .textOnly,
                "STOP", text: "Send data:image/png;base64,\(png) again."),
            none(
                "the photo of the request, in a text",
                "\(Bodies.parts("").dropLast()),"
                    + #""request":{"contents":[{"parts":[{"text":"\#(url)"}]}]}}"#,
                .empty, "STOP"),
            none(
                "a text with what is withheld",
                Bodies.parts(#"{"text":"\#(url)"}"#, finish: "IMAGE_SAFETY"), .blockedAnswer,
                "IMAGE_SAFETY", text: url),
            none(
                "a draft of what is withheld", Bodies.parts(draft(png), finish: "IMAGE_SAFETY"),
                .blockedAnswer, "IMAGE_SAFETY"),
            none("no parts", Bodies.parts(""), .empty, "STOP"),
            none(
                "no candidates", #"{"candidates":[],"promptFeedback":{},\#(Bodies.usage)}"#,
                .empty, nil),
            Case(
                "a limited account", ending("PUP_LIMITED_DISABLED"),
                .halt(
                    Halt(
                        reason: .accountLimited,
                        message: ProviderMessage(
                            text: "Withheld.", reason: "PUP_LIMITED_DISABLED"),
                        paid: paid(ending("PUP_LIMITED_DISABLED"))))),
        ]

    private static let foreign = [
        foreign("a page", Bodies.html, #"200: a page of HTML, "Sign in""#),
        foreign(
            "a page after a mark of its encoding", "\u{FEFF}\n \(Bodies.html)",
            #"200: a page of HTML, "Sign in""#),
        foreign(
            "a page with JSON in it", #"<html><script>{"candidates":[]}</script></html>"#,
            "200: a page of HTML"),
        foreign(
            "a page with a line of JSON", "<html>\n{\"candidates\":[]}\n</html>",
            "200: a page of HTML"),
        foreign("text with JSON in it", "no answer {}", #"200: text, "no answer {}""#),
        foreign("markup", "<?xml version='1.0'?><a/>", #"200: text, "<?xml version='1.0'?><a/>""#),
        foreign("text", "no answer to \(testKey)", #"200: text, "no answer to [key]""#),
        foreign("no body", "", "200: an empty body"),
        foreign(
            "a long page", "<html>\(String(repeating: "登録", count: 9000))",
            "200: a page of HTML"),
        foreign(
            "a long text", "a\(String(repeating: "登録", count: 9000))",
            "200: text, \"a\(String(repeating: "登録", count: 100).dropLast())\""),
        foreign("white space", " \r\n", "200: text"),
    ]

    private static func foreign(_ description: String, _ body: String, _ detail: String) -> Case {
        let kept = PaidBody(Data(body.replacing(testKey, with: "[key]").utf8), receipt: nil)
        return Case(description, body, .foreign(detail: detail, body: kept))
    }

    private static let unreadable = [
        broken(
            "half the JSON", #"{"candidates":[{"#, #"text, "{"candidates":[{""#),
        broken("no object", "[1,2]", "JSON without candidates", Receipt()),
        broken("nothing at all", "{}", "JSON without candidates", Receipt()),
        broken(
            "another service's picture",
            #"{"predictions":[{"bytesBase64Encoded":"\#(png)"}],\#(Bodies.usage)}"#,
            "JSON without candidates: modelVersion, predictions, responseId, usageMetadata",
            Bodies.receipt),
        broken(
            "an error in place of an answer",
            #"{"error":{"code":503,"message":"Overloaded, \#(testKey)."}}"#,
            "an error in place of an answer: 503 Overloaded, [key].", Receipt()),
        broken(
            "a picture's address", Bodies.parts(#"{"fileData":{"fileUri":"gs://a"}}"#),
            "a picture's address in place of the picture", Bodies.receipt),
        broken(
            "letters of no alphabet", Bodies.parts(Bodies.image("iVBO*w0K")),
            "base64 that does not decode", Bodies.receipt),
        broken(
            "a base64 that cannot end so", Bodies.parts(Bodies.image("iVBOR")),
            "base64 that does not decode", Bodies.receipt),
        broken(
            "bytes of no picture", Bodies.parts(Bodies.image("SGVsbG8=")),
            "bytes that are not a picture", Bodies.receipt),
        broken(
            "no bytes", Bodies.parts(Bodies.image("")),
            "bytes that are not a picture",
            Bodies.receipt),
    ]

    private static func broken(
        _ description: String, _ body: String, _ detail: String,
        _ receipt: Receipt? = nil
    ) -> Case {
        let answer = UnreadableAnswer(
            detail: detail,
            paid: PaidBody(
                Data(body.replacing(testKey, with: "[key]").utf8), receipt: receipt))
        return Case(description, body, .unreadable(answer))
    }

    @Test func `compressed bytes that were not asked for are kept and called so`() async throws {
        let body = Data([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0])
        let detail = "compressed bytes, which were not asked for"
        #expect(
            try await ask(200, body, headers: ["Content-Encoding: gzip"])
                == .unreadable(
                    UnreadableAnswer(
                        detail: detail,
                        paid: PaidBody(body, receipt: nil))))
    }
}

extension String.Encoding {
    /// The bytes of a unit.
    fileprivate var width: Int { [.utf16LittleEndian, .utf16BigEndian].contains(self) ? 2 : 4 }
}
