import Foundation
import Ground
import TestSupport
import Testing

@testable import Studio

@Suite(.needs("the models: 'make setup-models'", where: { Models.areThere }))
struct PersonReachTests {
    /// A photo in which the drawn person, 500 pixels high, stands somewhere before a wall.
    private func photo(
        width: Int, height: Int, left: Int, top: Int
    ) throws -> (photo: HeadshotCrop, person: DrawnPerson) {
        let person = try DrawnPerson(height: 500)
        let drawn = person.before { _, _ in [200, 205, 210] }
        var rgb = Data(capacity: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = (x - left, y - top)
                let isDrawn = (0..<400).contains(column) && (0..<500).contains(row)
                for channel in 0..<3 {
                    rgb.append(
                        isDrawn
                            ? drawn[(row * 400 + column) * 3 + channel] : [200, 205, 210][channel])
                }
            }
        }
        let photo = HeadshotCrop(
            width: width, height: height, rgb: rgb,
            head: person.head + SIMD2(Double(left), Double(top)), eyeDistance: person.eyeDistance)
        return (photo, person)
    }

    /// The first row of the drawing that shows the person.
    private func crown(of person: DrawnPerson) -> Double {
        Double((0..<500).first { y in (0..<400).contains { person.opacity($0, y) > 0.5 } } ?? 0)
    }

    @Test(arguments: [(900, 700, 200, 150), (700, 560, 250, 60)])
    func `the crown is where it is drawn, and the shoulders reach as far`(
        width: Int, height: Int, left: Int, top: Int
    ) throws {
        let (photo, person) = try photo(width: width, height: height, left: left, top: top)
        let extent = PersonReach(in: photo, nets: try Models.nets.get())
        let seen = try #require(extent.crown)
        #expect(abs(seen - crown(of: person) - Double(top)) < 0.12 * person.eyeDistance)
        let shoulders = try #require(extent.shoulders)
        let row = Int(person.head.y + 3.2 * person.eyeDistance)
        let drawn = (0..<400).filter { person.opacity($0, row) > 0.5 }
        #expect(
            abs(shoulders.lowerBound - Double((drawn.first ?? 0) + left))
                < 0.25 * person.eyeDistance)
        #expect(
            abs(shoulders.upperBound - Double((drawn.last ?? 0) + left))
                < 0.25 * person.eyeDistance)
    }

    @Test func `what is behind a person is the wall alone`() throws {
        let (photo, person) = try photo(width: 900, height: 700, left: 200, top: 150)
        let background = try #require(
            PersonReach(in: photo, nets: try Models.nets.get()).background)
        #expect(background.count > 500)
        let other = background.filter { $0 != [200, 205, 210] }
        #expect(other.count < background.count / 50, "\(other.count) of \(background.count)")
        // A picture of the face alone.
        let face = DrawnFace.portrait.cropped(x: 150, y: 180, width: 100, height: 130)
        let close = HeadshotCrop(
            width: 100, height: 130, rgb: Data(face.rgb),
            head: person.head - SIMD2(150, 180), eyeDistance: person.eyeDistance)
        let behind = PersonReach(in: close, nets: try Models.nets.get()).background ?? []
        #expect(behind.count < 13_000 / 50)
    }

    @Test func `a head that leaves the picture has no crown there`() throws {
        let (photo, _) = try photo(width: 600, height: 400, left: 100, top: -120)
        let extent = PersonReach(in: photo, nets: try Models.nets.get())
        #expect(extent.crown == nil)
    }

    @Test(arguments: [SIMD2<Double>(-300, -300), [5000, 5000], [0, 0]])
    func `where there is nobody, nothing is measured`(head: SIMD2<Double>) throws {
        let wall = HeadshotCrop(
            width: 300, height: 200, rgb: Data(repeating: 180, count: 180_000), head: head,
            eyeDistance: 40)
        let extent = PersonReach(in: wall, nets: try Models.nets.get())
        #expect(extent.crown == nil && extent.shoulders == nil && extent.background == nil)
    }
}
