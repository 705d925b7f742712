import Foundation
import Ground
import Testing

struct BoundedTests {
    @Test(
        arguments: [
            (0.0, 0), (-0.0, 0), (1.9, 1), (-1.9, -1), (1e300, Int.max), (-1e300, Int.min),
            (Double.nan, 0), (Double.infinity, Int.max), (-Double.infinity, Int.min),
            (9.223372036854776e18, Int.max), (-9_223_372_036_854_775_808, Int.min),
            (9_007_199_254_740_992, 9_007_199_254_740_992),
        ] as [(Double, Int)])
    func `a number becomes the nearest whole one of a type`(number: Double, whole: Int) {
        #expect(Int(clamping: number) == whole)
        #expect(UInt8(clamping: number) == UInt8(clamping: whole))
    }

    @Test func `a number is rounded as is asked for`() {
        #expect(Int(clamping: 1.2, rounding: .up) == 2)
        #expect(Int(clamping: -1.2, rounding: .down) == -2)
        #expect(Int(clamping: 2.5, rounding: .toNearestOrAwayFromZero) == 3)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("007", 7), ("100", 100), ("-100", -100), ("101", nil),
            ("-101", nil),
            ("", nil), ("-", nil), ("--1", nil), ("+5", nil), (" 5", nil), ("5 ", nil),
            ("1e2", nil),
            ("0x5", nil), ("٥", nil), ("５", nil), ("18446744073709551616", nil), ("nan", nil),
        ] as [(String, Int?)])
    func `a text is a number only in digits and within a range`(text: String, number: Int?) {
        #expect(Int(digits: text, in: -100...100) == number)
    }

    private struct Measured: Decodable {
        let share: Double
        let colour: UInt8
        let count: Int?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            share = try members.number(.share, in: 0...1)
            colour = try members.number(.colour, in: 0...200)
            count = try members.optionalNumber(.count, in: 1...9)
        }

        enum CodingKeys: CodingKey { case share, colour, count }
    }

    @Test(
        arguments: [
            ("0.5", 0.5, 0, 1), ("7", 1, 7, 7), ("-1", 0, 0, 1), ("1e300", 1, 200, 9),
            ("-1e300", 0, 0, 1), ("9223372036854775807", 1, 200, 9), ("1e-300", 1e-300, 0, 1),
            ("18446744073709551616", 1, 200, 9),
        ] as [(String, Double, UInt8, Int)])
    func `a number is bounded where it is decoded`(
        number: String, share: Double, colour: UInt8, count: Int
    ) throws {
        let json = #"{"share":\#(number),"colour":\#(number),"count":\#(number)}"#
        let measured = try JSONDecoder().decode(Measured.self, from: Data(json.utf8))
        #expect(measured.share == share)
        #expect(measured.colour == colour)
        #expect(measured.count == count)
    }

    @Test func `a number that is not there is none, and a text is none either`() throws {
        func measured(_ json: String) throws -> Measured {
            try JSONDecoder().decode(Measured.self, from: Data(json.utf8))
        }
        #expect(try measured(#"{"share":0,"colour":0}"#).count == nil)
        #expect(throws: DecodingError.self) { try measured(#"{"share":"0","colour":0}"#) }
        #expect(throws: DecodingError.self) { try measured(#"{"share":0}"#) }
    }

    @Test func `sums and products stop at the ends`() {
        #expect(Int.max.addingClamped(1) == .max)
        #expect(Int.min.addingClamped(-1) == .min)
        #expect(1.addingClamped(2) == 3)
        #expect(Int.max.multipliedClamped(by: 2) == .max)
        #expect(Int.max.multipliedClamped(by: -2) == .min)
        #expect(Int.min.multipliedClamped(by: -1) == .max)
        #expect((-3).multipliedClamped(by: 2) == -6)
    }

    @Test func `any number chooses an element, and the same one always`() {
        for seed in [0, 1, 2, 3, UInt64.max] {
            #expect(["a", "b", "c"].chosen(by: seed) == ["a", "b", "c"][Int(seed % 3)])
        }
        #expect([Int]().chosen(by: 7) == nil)
        #expect("2026-11-21".seed == "2026-11-21".seed)
        #expect("2026-11-21".seed != "2026-11-22".seed)
    }

    @Test(arguments: [
        ("Europe/Berlin", true), ("UTC", true), ("EST5EDT", true), ("Etc/GMT+5", true),
        ("GMT+5", false), ("UTC-3", false), ("CET-1CEST", false), ("<+05>-5", false),
        ("EST5EDT,M3.2.0,M11.1.0", false), ("", false), ("Mars/Phobos", false),
        (String(repeating: "a", count: 100_000), false),
    ])
    func `a time zone has a name, and no rule`(name: String, isZone: Bool) {
        #expect((TimeZone(named: name) != nil) == isZone)
    }
}
