import Decoding
package import Foundation
package import Ground
import Isolation
import ObjectStore

/// Draws pictures in processes of the decoder's program that have no key, no network, and no files but fonts.
package struct PictureDrawer: Sendable {
    private let program: DecoderProgram

    /// The time on a busy machine; the process limits its own computing.
    private static let time = Duration.seconds(300)

    /// Makes a drawer that starts processes of a program, and demands its fences.
    package init(_ program: DecoderProgram) {
        self.program = program
    }

    /// Makes a picture of `width` by `height` pixels: the tiles on white, and `svg` on top.
    ///
    /// Not interrupted by cancellation.
    package func draw(
        _ svg: String, width: Int, height: Int, over tiles: [DrawnPicture.Tile],
        as form: DrawnPicture.Form
    ) async throws(WorkerError) -> Data {
        let places = tiles.map {
            DrawingOrder.Place(
                left: $0.left, top: $0.top, width: $0.pixels.width, height: $0.pixels.height)
        }
        let order = DrawingOrder(
            svg: svg, width: width, height: height, form: form, places: places)
        let pixels = tiles.reduce(into: Data()) { $0 += $1.pixels.rgb }
        return try await BlockingFiles.run { () throws(WorkerError) in
            try picture(of: order, pixels)
        }
    }

    private func picture(of order: DrawingOrder, _ pixels: Data) throws(WorkerError) -> Data {
        do {
            let child = try program.startDrawing()
            defer { child.finish() }
            // Clock: the limit of a child process.
            let deadline = SuspendingClock.now + Self.time
            let greeting = try child.receive(
                0, headLimit: DecoderAnswer.byteLimit, bodyLimit: 0, by: deadline)
            let fences = try JSONDecoder().decode(Fences.self, from: greeting.head)
            let missing = program.isolation.missing(from: fences)
            guard missing.isEmpty else { throw WorkerError.fencesMissing(missing) }
            let number = UInt64.random(in: 1...UInt64.max)
            try child.send(
                Frame(number, head: JSONEncoder().encode(order), body: pixels), by: deadline)
            let answer = try child.receive(
                number, headLimit: 0, bodyLimit: order.pictureByteLimit, by: deadline)
            guard order.canMake(answer.body) else {
                throw WorkerError.pictureWork(detail: "what was drawn is not a picture")
            }
            return answer.body
        } catch let error as WorkerError {
            throw error
        } catch {
            throw .pictureWork(detail: "the process that draws ended: \(error)")
        }
    }
}
