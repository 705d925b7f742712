import Foundation
import Nets
import TestSupport
import Testing

/// What LiteRT makes of a drawn picture; `golden.py` writes it.
private struct GoldenRun: Decodable {
    struct Output: Decodable {
        let count: Int
        /// Of all values only every so many are kept.
        let stride: Int
        let mean: Double
        let values: [Float]
    }

    let net: String
    let picture: DrawnPicture
    let side: Int
    let low: Double
    let high: Double
    let outputs: [Output]

    static func all() throws -> [GoldenRun] {
        let file = Models.tests.appending(path: "Golden/nets.json")
        return try JSONDecoder().decode([GoldenRun].self, from: Data(contentsOf: file))
    }
}

/// Where the models are.
enum Models {
    static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    static let names = ["selfie_segmentation", "face_landmark", "face_detection_short_range"]
    /// Every operator in miniature, which is part of the repository.
    static let small = "small"

    static func bytes(_ name: String) throws -> Data {
        let folder = name == small ? "../Sanitize" : "../../models"
        return try Data(contentsOf: tests.appending(path: "\(folder)/\(name).tflite"))
    }

    static var areThere: Bool {
        names.allSatisfy { (try? bytes($0)) != nil }
    }
}

/// Runs a net over both drawn pictures and compares what it tells with what LiteRT told.
private func expectWhatLiteRTTells(_ name: String) throws {
    let net = try #require(Net(Models.bytes(name)))
    let runs = try GoldenRun.all().filter { $0.net == name }
    #expect(runs.count == 2)
    for run in runs {
        let outputs = net.run(run.picture.pixels(side: run.side, low: run.low, high: run.high))
        try #require(outputs.count == run.outputs.count)
        for (values, golden) in zip(outputs, run.outputs) {
            try #require(values.count == golden.count)
            let kept = stride(from: 0, to: values.count, by: golden.stride).map { values[$0] }
            try #require(kept.count == golden.values.count)
            let farthest = zip(kept, golden.values).map { abs($0 - $1) }.max() ?? 0
            #expect(farthest < 1e-3, "\(name), \(run.picture)")
            let mean = values.reduce(0) { $0 + Double($1) } / Double(values.count)
            #expect(abs(mean - golden.mean) < 1e-3, "\(name), \(run.picture)")
        }
    }
}

@Suite(.needs("the models: 'make setup-models'", where: { Models.areThere }))
struct NetTests {
    @Test(arguments: Models.names)
    func `drawn pictures become what LiteRT makes of them`(_ name: String) throws {
        try expectWhatLiteRTTells(name)
    }

    @Test(arguments: Models.names)
    func `a second run of the same input gives the same`(_ name: String) throws {
        let net = try #require(Net(Models.bytes(name)))
        let side = try #require(GoldenRun.all().first { $0.net == name }).side
        let input = DrawnPicture.person.pixels(side: side, low: 0, high: 1)
        let first = net.run(input)
        _ = net.run(DrawnPicture.gradient.pixels(side: side, low: 0, high: 1))
        #expect(net.run(input) == first)
    }

    @Test(arguments: Models.names)
    func `a model that was cut short is refused`(_ name: String) throws {
        let bytes = try Models.bytes(name)
        // The last few bytes fill the file up to a multiple of sixteen, and are no part of the net.
        for count in stride(from: 0, to: bytes.count - 16, by: bytes.count / 50) {
            #expect(Net(bytes.prefix(count)) == nil, "\(count) bytes of \(name)")
        }
    }
}

struct SmallNetTests {
    @Test func `every operator computes what LiteRT computes`() throws {
        try expectWhatLiteRTTells(Models.small)
    }

    @Test func `a model that was cut anywhere is refused`() throws {
        let bytes = try Models.bytes(Models.small)
        for count in 0..<bytes.count {
            #expect(Net(bytes.prefix(count)) == nil, "\(count) bytes")
        }
    }
}

struct OtherFileTests {
    @Test(arguments: [
        "", "TFL3", "\u{8}\0\0\0TFL3", "\u{10}\0\0\0TFL3\0\0\0\0\0\0\0\0\0\0\0\0",
    ])
    func `what is no model is refused`(_ text: String) {
        #expect(Net(Data(text.utf8)) == nil)
    }
}
