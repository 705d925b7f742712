import Foundation
import Generation
import TestSupport
import Testing

/// Answers with a status of 200: the model has worked, and is paid.
struct ChargedAnswerTests {
    /// A body and the answer it makes.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var body: String
        var answer: Answer

        init(_ description: String, _ body: String, _ answer: Answer) {
            testDescription = description
            self.body = body
            self.answer = answer
        }
    }

    @Test(arguments: pictures + withoutPicture + unreadable)
    func `an answer with a status of 200 is read as what it is`(_ a: Case) async throws {
        #expect(try await ask(200, a.body) == a.answer)
    }

    private static func picture(
        _ data: Data = Bodies.png, _ type: String = "image/png", text: String? = nil
    ) -> Answer {
        .picture(
            GeneratedPicture(data: data, mimeType: type, text: text, receipt: Bodies.receipt))
    }

    private static let webp = Data("RIFF????WEBPVP8 ".utf8)
    private static let heic = Data("\0\0\0\u{18}ftypheic".utf8)

    private static let pictures = [
        Case("a picture and a sentence", Bodies.success, picture(text: "Here it is.")),
        Case(
            "the last picture that is no draft",
            Bodies.parts(
                #"{"thought":true,"text":"Composing."},"#
                    + Bodies.image(Bodies.png.base64EncodedString()) + ","
                    + Bodies.image(Bodies.jpeg.base64EncodedString(), "image/jpeg") + ","
                    + #"{"thought":true,"inlineData":{"mimeType":"image/png","data":"AAAA"}}"#),
            picture(Bodies.jpeg, "image/jpeg")),
        Case(
            "snake case and the other alphabet, without padding",
            Bodies.parts(
                #"{"inline_data":{"mime_type":"image/png","data":"iVBORw0KGgr7_74B"}},"#
                    + #"{"inline_data":{"mime_type":"image/png","data":"_9j_4AAQAA"}}"#),
            picture(Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x00]), "image/jpeg")),
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
    ]

    private static func none(
        _ kind: NoPicture.Kind, _ reason: String?, text: String? = nil
    ) -> Answer {
        .noPicture(NoPicture(kind: kind, reason: reason, text: text, receipt: Bodies.receipt))
    }

    private static func ending(_ reason: String) -> String {
        #"{"candidates":[{"content":{},"finishReason":"\#(reason)","#
            + #""finishMessage":"Withheld."}],\#(Bodies.usage)}"#
    }

    private static let withoutPicture =
        [
            "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
            "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION",
        ].map { Case($0, ending($0), none(.blockedPicture, $0, text: "Withheld.")) }
        + ["NO_IMAGE", "IMAGE_OTHER", "MAX_TOKENS", "SOME_NEW_WORD"].map {
            Case($0, ending($0), none(.noImage, $0, text: "Withheld."))
        } + [
            Case(
                "a blocked prompt",
                #"{"promptFeedback":{"blockReason":"OTHER","blockReasonMessage":"No."},\#(Bodies.usage)}"#,
                none(.blockedPrompt, "OTHER", text: "No.")),
            Case(
                "text only", Bodies.parts(#"{"text":"A clearer photo,"},{"text":"please."}"#),
                none(.textOnly, "STOP", text: "A clearer photo,\nplease.")),
            Case("no parts", Bodies.parts(""), none(.empty, "STOP")),
            Case(
                "no candidates", #"{"candidates":[],"promptFeedback":{},\#(Bodies.usage)}"#,
                none(.empty, nil)),
            Case(
                "nothing at all", "{}",
                .noPicture(NoPicture(kind: .empty, reason: nil, text: nil, receipt: Receipt()))),
            Case(
                "a limited account", ending("PUP_LIMITED_DISABLED"),
                .halt(
                    Halt(
                        reason: .accountLimited,
                        message: ProviderMessage(
                            text: "Withheld.", reason: "PUP_LIMITED_DISABLED"),
                        receipt: Bodies.receipt))),
        ]

    private static let unreadable = [
        broken("not JSON", "<html>", .malformedJSON, receipt: nil),
        broken("no object", "[1,2]", .malformedJSON, receipt: nil),
        broken("no body", "", .malformedJSON, receipt: nil),
        broken(
            "half the JSON", String(Bodies.success.dropLast(30)), .malformedJSON, receipt: nil),
        broken("letters of no alphabet", Bodies.parts(Bodies.image("iVBO*w0K")), .malformedBase64),
        broken(
            "a base64 that cannot end so", Bodies.parts(Bodies.image("iVBOR")), .malformedBase64),
        broken("bytes of no picture", Bodies.parts(Bodies.image("SGVsbG8=")), .notAPicture),
        broken("no bytes", Bodies.parts(Bodies.image("")), .notAPicture),
    ]

    private static func broken(
        _ description: String, _ body: String, _ kind: UnreadableAnswer.Kind,
        receipt: Receipt? = Bodies.receipt
    ) -> Case {
        let answer = UnreadableAnswer(kind: kind, body: Data(body.utf8), receipt: receipt)
        return Case(description, body, .unreadable(answer))
    }
}
