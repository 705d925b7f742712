import Foundation
import TestSupport
import Testing

@Suite struct PictureTests {
    @Test func `a picture shows the photo that was sent`() async throws {
        try await EmulatorProcess.with { emulator in
            let red = try await GenerateCall(seed: 1).send(to: emulator)
            let blue = try await GenerateCall(seed: 2).send(to: emulator)
            for (reply, seed) in [(red, 1), (blue, 2)] {
                let data = try #require(reply.picture.flatMap { Data(base64Encoded: $0) })
                let picture = try PictureJudge(data)
                #expect(picture.width == 896 && picture.height == 1152)
                let seen = picture.quadrants()
                for (colour, expected) in zip(seen, PhotoFixture.quadrants(seed: seed)) {
                    #expect(colour.isNear(expected))
                }
            }
        }
    }

    @Test func `the band at the bottom has the colour of the prompt's hash`() async throws {
        try await EmulatorProcess.with { emulator in
            var call = try GenerateCall()
            call.prompt = "hello"
            let reply = try await call.send(to: emulator)
            let data = try #require(reply.picture.flatMap { Data(base64Encoded: $0) })
            // SHA-256 of "hello" starts with 2c f2 4d.
            let band = try PictureJudge(data).meanColour(x: 0.5, y: 1142.0 / 1152)
            #expect(band.isNear(FixtureColour(0x2c, 0xf2, 0x4d), within: 1))
        }
    }

    @Test func `an answer names its model and counts its tokens`() async throws {
        try await EmulatorProcess.with { emulator in
            let reply = try await GenerateCall().send(to: emulator)
            #expect(reply.status == 200)
            #expect(reply.text("candidates.0.finishReason") == "STOP")
            #expect(reply.text("modelVersion") == "gemini-2.5-flash-image")
            #expect(reply.number("usageMetadata.candidatesTokensDetails.0.tokenCount") == 1290)
            #expect(reply.number("usageMetadata.totalTokenCount") == 1838)
        }
    }

    @Test func `no two answers have the same id`() async throws {
        try await EmulatorProcess.with { emulator in
            let call = try GenerateCall()
            let first = try await call.send(to: emulator).text("responseId")
            let second = try await call.send(to: emulator).text("responseId")
            #expect(first != nil && first != second)
        }
    }

    @Test func `a request without IMAGE among its modalities gets text only`() async throws {
        try await EmulatorProcess.with { emulator in
            var call = try GenerateCall()
            call.config = #"{"responseModalities":["TEXT"]}"#
            let reply = try await call.send(to: emulator)
            #expect(reply.status == 200 && reply.picture == nil && reply.parts.count == 1)
        }
    }

    @Test func `half a photo is refused, and not charged`() async throws {
        try await EmulatorProcess.with { emulator in
            var call = try GenerateCall()
            call.photo = call.photo.prefix(call.photo.count / 2)
            let reply = try await call.send(to: emulator)
            #expect(reply.status == 400)
            #expect(reply.text("error.message")?.hasPrefix("Unable to process input image") == true)
            #expect(try await emulator.ledger().map(\.charged) == [.no])
        }
    }

    @Test func `the models can be listed`() async throws {
        try await EmulatorProcess.with { emulator in
            let list = try await emulator.send("GET", "/v1beta/models")
            let first = Reply(status: list.status, body: list.body).text("models.0.name")
            #expect(first == "models/gemini-2.5-flash-image")
            #expect(try await emulator.ledger().isEmpty)
        }
    }
}
