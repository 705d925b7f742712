import Foundation
import TestSupport
import Testing

/// Photos that are too large, sent to a space that has them made smaller and to one that has not.
@Suite(.timeLimit(.minutes(10)))
struct ServeShrinkTests {
    @Test func `only a space with the option takes photos that are too large`() async throws {
        try await Sandbox.offline { sandbox in
            let strict = try await sandbox.addSpace("strict", "--provider", "local")
            let token = try await sandbox.addSpace(
                "shop", "--provider", "local", "--shrink-photos", "--feature", "headshots",
                "--feature", "scans")
            try await ServerProcess.with(sandbox) { server in
                for photo in LargePhoto.all {
                    guard let bytes = try photo.bytes() else { continue }
                    let refused = try await send(bytes, to: server, strict)
                    let taken = try await send(bytes, to: server, token)
                    let comment: Comment = "\(photo.name): \(taken.status) \(taken.text)"
                    switch photo.end {
                    case .untouched:
                        #expect(refused.status == 201 && taken.status == 201, comment)
                        #expect(!taken.text.contains("madeSmaller"), comment)
                    case .copy(let width, let height):
                        #expect(
                            refused.status == (bytes.count > 7_000_000 ? 413 : 422),
                            "\(photo.name): \(refused.status)")
                        // Without a face, which no limit of size has to do with, it is taken for --force.
                        #expect(taken.status == 201, comment)
                        #expect(taken.text.contains("to \(width) × \(height), "), comment)
                    case .refused(let words):
                        let isEndless = bytes.count > 100_000_000
                        #expect(taken.status == (isEndless ? 413 : 422), comment)
                        if !isEndless { #expect(taken.text.contains(words), comment) }
                    }
                    let innocent = try await send(
                        PhotoFixture.landscape(seed: 3), to: server, token)
                    #expect(innocent.status == 201, "\(innocent.text)")
                }
                let kept = try FileManager.default.contentsOfDirectory(
                    atPath: "\(sandbox.home)/photos")
                let most = try kept.map {
                    try FileManager.default.attributesOfItem(
                        atPath: "\(sandbox.home)/photos/\($0)")[.size] as? Int ?? 0
                }.max()
                #expect(try #require(most) <= 7_000_000)
            }
        }
    }

    @Test func `a space says what it takes, and its option can be taken back`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace("shop", "--provider", "local")
            let photo = try #require(try LargePhoto.all[0].bytes())
            try await ServerProcess.with(sandbox) { server in
                for (option, status, most) in [
                    (nil, 422, 7_000_000), ("--shrink-photos", 201, 100_000_000),
                    ("--no-shrink-photos", 422, 7_000_000),
                ] as [(String?, Int, Int)] {
                    if let option {
                        let set = try await sandbox.run("space", "set", "shop", option, "--json")
                        #expect(set.output.contains(#""shrinks_photos" : \#(status == 201)"#))
                    }
                    let styles = try await server.send("GET", "/v1/styles", token: token)
                    let limits = try styles.json["photo"] as? [String: Any]
                    #expect(limits?["most_bytes"] as? Int == most, "\(styles.text)")
                    #expect((limits?["most_pixels"] != nil) == (status == 201))
                    #expect(try await send(photo, to: server, token).status == status)
                }
            }
        }
    }

    @Test func `a scan of a photo that is too large is repeated without another`() async throws {
        try await Sandbox.offline { sandbox in
            let token = try await sandbox.addSpace(
                "shop", "--provider", "local", "--shrink-photos")
            let photo = try DrawnFace.largePhoto()
            try await ServerProcess.with(sandbox) { server in
                var scans: [String] = []
                for _ in 1...2 {
                    let scan = try await server.send(
                        "POST", "/v1/scans", token: token, person: "81f3",
                        headers: ["content-type": "image/jpeg", "idempotency-key": "one"],
                        body: photo)
                    #expect([200, 201].contains(scan.status), "\(scan.text)")
                    scans.append(try #require(try scan.json["id"] as? String))
                }
                #expect(scans[0] == scans[1])
                let kept = try await server.send(
                    "GET", "/v1/scans/\(scans[0])/photo", token: token, person: "81f3")
                let judge = try PictureJudge(kept.body)
                let longSide = max(judge.width, judge.height)
                #expect(longSide == 4096)
            }
        }
    }

    private func send(
        _ photo: Data, to server: ServerProcess, _ token: String
    ) async throws -> ServerProcess.Answer {
        try await server.send(
            "POST", "/v1/photos", token: token, person: "81f3",
            headers: ["content-type": "application/octet-stream"], body: photo)
    }
}
