import Foundation
import TestSupport
import Testing

/// The pages of a person behind a link, in real browsers, with the built programs behind them.
@Suite(
    .needs("browsers: 'make setup-browser'", where: { BrowserCheck.isInstalled }), .serialized,
    .timeLimit(.minutes(10)))
struct SiteTests {
    /// A site whose headshots are made here, free.
    private func withSite(_ body: (SiteSandbox) async throws -> Void) async throws {
        try await Sandbox.offline { try await SiteSandbox.with($0, body) }
    }

    /// A site whose headshots are made by a model, which is an emulator.
    private func withModel(
        answer: String? = nil, _ body: (SiteSandbox, EmulatorProcess) async throws -> Void
    ) async throws {
        try await Sandbox.withEmulator(answer: answer) { sandbox, emulator in
            try await SiteSandbox.with(sandbox, provider: "gemini") { try await body($0, emulator) }
        }
    }

    // P1
    @Test func `the whole way is accessible on a phone with a slow line`() async throws {
        try await withSite { try await $0.check("way_on_a_phone") }
    }

    @Test
    func `the whole way is accessible enlarged in the dark, and on a desk in forced colors`()
        async throws
    {
        try await withSite { try await $0.check("way_in_other_looks") }
    }

    // P2
    @Test func `the whole way works without script`() async throws {
        try await withSite { try await $0.check("way_without_script") }
    }

    @Test func `the whole way works by keyboard, with a focus that can be seen`() async throws {
        try await withSite { try await $0.check("way_by_keyboard") }
    }

    @Test func `the main way works in Firefox, with script and without`() async throws {
        try await withSite { try await $0.check("way_in_firefox") }
    }

    // P3
    @Test func `the camera gives advice until all is good, and takes the photo`() async throws {
        try await withSite { try await $0.check("camera") }
    }

    @Test
    func `a camera that is refused or missing leaves the file button, and says why`()
        async throws
    {
        try await withSite { try await $0.check("no_camera") }
    }

    // P4
    @Test func `a killed tab loses nothing, and back and forward order nothing`() async throws {
        try await withModel { site, emulator in
            try await site.check("killed_tab")
            #expect(try await emulator.ledger().count == 1)
            #expect(try await site.sandbox.jobs().count == 1)
        }
    }

    // P5
    @Test
    func `large photos are made smaller, by the browser or without script by the server`()
        async throws
    {
        try await withSite { site in
            try await site.check("large_photos")
            // What the browsers made smaller came as it is; without script it came whole.
            let sizes = try FileManager.default.contentsOfDirectory(
                atPath: "\(site.sandbox.home)/photos")
            #expect(sizes.count == 3)
        }
    }

    @Test(
        .enabled("a library that writes HEIC") { PhotoFixture.canMakeHEIC })
    func `a HEIC without a type is taken, and shown as a JPEG`() async throws {
        try await withSite { try await $0.check("heic") }
    }

    // P6
    @Test func `an upload goes on after a break, and is one photo`() async throws {
        try await withSite { site in
            try await site.check("interrupted_upload")
            let photos = try FileManager.default.contentsOfDirectory(
                atPath: "\(site.sandbox.home)/photos")
            #expect(photos.count == 1)
        }
    }

    // P7
    @Test func `a double click, two tabs and a reload are one order`() async throws {
        try await withModel { site, emulator in
            try await site.check("twice")
            // The second was ordered anew, on purpose.
            #expect(try await emulator.waitForRequests(atLeast: 2).count == 2)
            #expect(try await site.sandbox.jobs().count == 2)
        }
    }

    // P8, P9
    @Test func `pages obey their policy, ask no one else, and tell no one of the link`()
        async throws
    {
        try await withSite { site in
            try await site.check("policy")
            let log = site.server.program.errorsSoFar
            for link in site.links { #expect(!log.contains(link.suffix(26))) }
        }
    }

    // P10
    @Test
    func `advice comes at most once in three seconds, and frames have no name on the disk`()
        async throws
    {
        try await withSite { site in
            let folder = try FolderWatch("\(site.sandbox.home)/photos")
            try await site.check("advice")
            #expect(folder.everCreated.isEmpty)
        }
    }

    // P11
    @Test func `a cooldown counts down, and a page that is hidden asks for nothing`()
        async throws
    {
        try await Sandbox.withEmulator { sandbox, emulator in
            try await emulator.setScenario(#"{"rules":[{"answer":"429-bare","times":1}]}"#)
            let clock = try ClockInHand(in: sandbox)
            let timed = try await clock.given(to: sandbox)
            try await SiteSandbox.with(timed, provider: "gemini") { site in
                let go = "\(sandbox.folder)/go"
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await site.check("cooldown", ["go": go]) }
                    group.addTask {
                        while !FileManager.default.fileExists(atPath: go) {
                            // Waits: for the check, which writes the file.
                            try await Task.sleep(for: .milliseconds(50))
                        }
                        try clock.set(ahead: 301)
                    }
                    try await group.next()
                    try await group.next()
                }
                #expect(try await emulator.ledger().count == 2)
            }
        }
    }

    // P12
    @Test func `a person who removes everything leaves nothing but a consent without a name`()
        async throws
    {
        try await withSite { site in
            try await site.check("remove")
            let photos = try FileManager.default.contentsOfDirectory(
                atPath: "\(site.sandbox.home)/photos")
            let results = try FileManager.default.contentsOfDirectory(atPath: site.sandbox.results)
            #expect(photos.isEmpty && results.isEmpty)
            #expect(try await site.sandbox.jobs().isEmpty)
            let list = try await site.sandbox.run(
                "invite", "list", "--space", SiteSandbox.space, "--json")
            #expect(!list.output.contains("p0@example.com"))
        }
    }

    // P13
    @Test func `no page is larger than 60 kB without its pictures`() async throws {
        try await withSite { try await $0.check("sizes") }
    }

    // P14
    @Test func `a saved headshot has the bytes that the model sent`() async throws {
        try await withModel { site, _ in
            let saved = try await site.check("saved")
            let job = try #require(saved["job"] as? String)
            let file = try #require(
                try FileManager.default.contentsOfDirectory(atPath: site.sandbox.results)
                    .first { $0.hasPrefix(job) && !$0.hasSuffix(".json") })
            let bytes = try Data(contentsOf: URL(filePath: "\(site.sandbox.results)/\(file)"))
            #expect(saved["bytes"] as? String == bytes.base64EncodedString())
        }
    }

    // P14
    @Test func `a saved headshot that was made on this machine says so`() async throws {
        try await withSite { site in
            let saved = try await site.check("saved")
            let bytes = (saved["bytes"] as? String).flatMap { Data(base64Encoded: $0) }
            let file = "\(site.sandbox.folder)/saved.jpg"
            try #require(bytes).write(to: URL(filePath: file))
            #expect(
                try await ExifTool.digitalSource(of: file).hasPrefix(
                    "http://cv.iptc.org/newscodes/digitalsourcetype/"))
        }
    }

    @Test func `an order that is cancelled ends, and can be ordered again`() async throws {
        try await withModel(answer: "429-bare") { site, _ in try await site.check("cancel") }
    }

    @Test func `a photo that cannot be used says why, and another is asked for`() async throws {
        try await withSite { try await $0.check("refused") }
    }

    @Test func `the pages speak German when they are asked to`() async throws {
        try await withSite { try await $0.check("german") }
    }

    @Test func `the slider and the question about likeness work`() async throws {
        try await withSite { try await $0.check("slider") }
    }
}
