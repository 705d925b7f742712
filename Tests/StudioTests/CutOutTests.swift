import Foundation
import Ground
import TestSupport
import Testing

@testable import Studio

@Suite(.needs("the models: 'make setup-models'", where: { Models.areThere }))
struct CutOutTests {
    private static let walls: [SIMD3<Double>] = [[200, 205, 210], [90, 80, 60], [30, 120, 200]]

    @Test(arguments: walls)
    func `a drawn person is cut out as drawn, and passes`(_ wall: SIMD3<Double>) throws {
        let scene = try Scene { x, y in wall + Double((x + y) % 40) / 4 }
        let cutOut = try scene.cutOut()
        #expect(cutOut.refusal == nil, "\(cutOut.figures)")
        var (apart, both, either) = (0.0, 0, 0)
        for y in 0..<scene.person.height {
            for x in 0..<scene.person.width {
                let (drawn, found) = (scene.person.opacity(x, y), Double(cutOut.alpha[x, y]))
                apart += abs(drawn - found)
                if drawn > 0.5 && found > 0.5 { both += 1 }
                if drawn > 0.5 || found > 0.5 { either += 1 }
            }
        }
        #expect(Double(both) / Double(either) > 0.98)
        #expect(apart / Double(scene.person.width * scene.person.height) < 0.012)
    }

    @Test func `a mirror image is cut out as the mirror image`() throws {
        let scene = try Scene { x, _ in SIMD3(200, 180, 160) - Double(x) / 8 }
        let (width, height) = (scene.crop.width, scene.crop.height)
        let mirrored = Data(
            (0..<width * height * 3).map { index in
                let (pixel, channel) = (index / 3, index % 3)
                let from = pixel / width * width + width - 1 - pixel % width
                return scene.crop.rgb[from * 3 + channel]
            })
        let other = CutOut(
            of: HeadshotCrop(
                width: width, height: height, rgb: mirrored,
                head: [Double(width) - scene.crop.head.x, scene.crop.head.y],
                eyeDistance: scene.crop.eyeDistance), faces: 1, yaw: 0,
            nets: try Models.nets.get())
        let cutOut = try scene.cutOut()
        var most: Float = 0
        for y in 0..<height {
            for x in 0..<width {
                most = max(most, abs(cutOut.alpha[x, y] - other.alpha[width - 1 - x, y]))
            }
        }
        #expect(most < 0.02)
    }

    @Test func `two people in the crop are refused`() throws {
        let scene = try Scene { _, _ in [200, 205, 210] }
        let person = scene.person
        let (width, height) = (person.width, person.height)
        // Another one, of half the width, looks over the shoulder.
        var rgb = scene.crop.rgb
        for y in 0..<height {
            for x in 0..<width {
                let from = (x: x * 2 - width * 6 / 5, y: y * 2 - height / 4)
                guard from.x >= 0, from.x < width, from.y >= 0, from.y < height,
                    person.opacity(x, y) == 0, person.opacity(from.x, from.y) > 0.5
                else { continue }
                for channel in 0..<3 {
                    rgb[(y * width + x) * 3 + channel] =
                        scene.crop.rgb[(from.y * width + from.x) * 3 + channel]
                }
            }
        }
        let crop = HeadshotCrop(
            width: width, height: height, rgb: rgb, head: person.head,
            eyeDistance: person.eyeDistance)
        let nets = try Models.nets.get()
        #expect(CutOut(of: crop, faces: 1, yaw: 0, nets: nets).refusal != nil)
        #expect(CutOut(of: crop, faces: 2, yaw: 0, nets: nets).refusal == .severalFaces)
    }

    @Test(arguments: [90.0, 120])
    func `a cut-out that would lose an arm in the shade is refused, and one that keeps it is not`(
        _ level: Double
    ) throws {
        let scene = try Scene { _, _ in SIMD3(repeating: level) }
        #expect(try scene.cutOut().refusal == nil)
        // The arm at the left becomes as dark as the wall, but for a twentieth.
        var rgb = scene.crop.rgb
        for y in 380..<scene.person.height {
            for x in 0..<130 {
                let shade = 0.95 * min(Double(130 - x) / 20, 1)
                for index in (y * scene.person.width + x) * 3..<(y * scene.person.width + x) * 3 + 3
                {
                    rgb[index] = UInt8((Double(rgb[index]) * (1 - shade) + level * shade).rounded())
                }
            }
        }
        let crop = HeadshotCrop(
            width: scene.person.width, height: scene.person.height, rgb: rgb,
            head: scene.person.head, eyeDistance: scene.person.eyeDistance)
        let cutOut = CutOut(of: crop, faces: 1, yaw: 0, nets: try Models.nets.get())
        #expect(cutOut.refusal == .limbMissing, "\(cutOut.figures)")
    }

    @Test(arguments: [0, 90, 255])
    func `a picture of one colour is refused`(_ level: UInt8) throws {
        let crop = HeadshotCrop(
            width: 400, height: 500, rgb: Data(repeating: level, count: 600_000),
            head: [200, 210], eyeDistance: 64)
        let cutOut = CutOut(of: crop, faces: 1, yaw: 0, nets: try Models.nets.get())
        #expect(cutOut.refusal == .faceUncertain)
    }

    @Test(arguments: [(16, 20), (17, 21), (1, 1), (256, 320), (513, 641), (1024, 1280)])
    func `a crop of any size, with a head anywhere, becomes a picture of that size`(
        size: (Int, Int)
    ) throws {
        let person = try DrawnPerson(height: 500)
        let source = person.before { _, _ in [120, 160, 90] }
        let rgb = Data(
            (0..<size.0 * size.1).flatMap { index -> [UInt8] in
                let (x, y) = (index % size.0 * 400 / size.0, index / size.0 * 500 / size.1)
                return (0..<3).map { source[(y * 400 + x) * 3 + $0] }
            })
        for head in [person.head * Double(size.1) / 500, [-500, 9000], [0, 0]] {
            let crop = HeadshotCrop(
                width: size.0, height: size.1, rgb: rgb, head: head,
                eyeDistance: head.x < 0 ? 0 : person.eyeDistance * Double(size.1) / 500)
            let cutOut = CutOut(of: crop, faces: 1, yaw: nil, nets: try Models.nets.get())
            for backdrop in Backdrop.allCases {
                #expect(cutOut.picture(on: backdrop).count == size.0 * size.1 * 3)
            }
            // What is kept of it is JSON, which knows no infinity.
            #expect(throws: Never.self) { try JSONEncoder().encode(cutOut.figures) }
        }
    }
}
