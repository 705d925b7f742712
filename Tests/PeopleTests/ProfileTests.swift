import People
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ProfileTests {
    private func scan(
        _ id: String, score: Double = 5, _ change: (inout ScanFacts) -> Void = { _ in }
    ) -> ScanFacts {
        var scan = ScanFacts(id: id, score: score)
        change(&scan)
        return scan
    }

    private func profile(
        _ scans: [ScanFacts], theme: String? = nil, faceShape: String? = nil,
        colourFamily: String? = nil
    ) -> Profile {
        Profile(
            scans: scans, theme: theme, faceShape: faceShape, colourFamily: colourFamily,
            shapes: ["oval", "long"])
    }

    @Test func `nothing is known of who said and showed nothing`() {
        let empty = profile([scan("a")])
        #expect(empty.undertone == nil)
        #expect(empty.season == nil)
        #expect(empty.photoColours == nil)
        #expect(empty.bestTilt == nil)
        #expect(empty.faceShape == nil)
        #expect(empty.theme == nil)
        #expect(empty.colourFamily == nil)
    }

    @Test func `colours are those of the surest scan, whatever its score, all of the same one`() {
        let told = profile([
            scan("newest", score: 9) {
                $0.colours = .init(undertone: "cool", season: "winter", confidence: 0.4)
            },
            scan("surest", score: 2) {
                $0.colours = .init(
                    undertone: "warm", season: nil, palette: ["#102030"], confidence: 0.8)
            },
            scan("grey", score: 10),
        ])
        #expect(told.undertone?.value == "warm")
        #expect(told.undertone?.scan == "surest")
        #expect(told.undertone?.source == .scan)
        #expect(told.photoColours?.value == ["#102030"])
        // The surest scan names no season; another's would not go with its undertone.
        #expect(told.season == nil)
    }

    @Test func `pose and light are those of the best score, of two the newer`() {
        let told = profile([
            scan("new", score: 8) { $0.tilt = 2 },
            scan("old", score: 8) { $0.tilt = 5 },
            scan("poor", score: 3) {
                $0.light = "left"
                $0.direction = "front"
            },
        ])
        #expect(told.bestTilt?.value == 2)
        #expect(told.bestTilt?.scan == "new")
        #expect(told.bestLight == nil)
        #expect(told.bestDirection == nil)
    }

    @Test func `a shape that the person names counts more than a measured one`() {
        let scans = [
            scan("unsure") { $0.shape = .init("oval", confidence: 0.5) },
            scan("sure") { $0.shape = .init("long", confidence: 0.7) },
            scan("unknown") { $0.shape = .init("star", confidence: 0.9) },
        ]
        let measured = profile(scans)
        #expect(measured.faceShape?.value == "long")
        #expect(measured.faceShape?.scan == "sure")
        let named = profile(scans, theme: "Classic", faceShape: "heart", colourFamily: "Warm Tones")
        #expect(named.faceShape?.value == "heart")
        #expect(named.faceShape?.source == .person)
        #expect(named.faceShape?.scan == nil)
        #expect(named.theme?.source == .person)
        #expect(named.colourFamily?.source == .quiz)
    }
}
