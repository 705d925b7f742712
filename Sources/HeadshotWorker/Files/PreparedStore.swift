import CrashPoints
import Crypto
import Decoding
import Foundation
import Ground
import Isolation
import ObjectStore

/// Decoders' replies, one file for each photo, so that six styles of a photo are prepared once.
///
/// Everything here can be made again, so read and write errors are ignored.
struct PreparedStore: Sendable {
    private let objects: any ObjectStore

    /// Names the store of a home.
    init(home: HeadshotHome) {
        objects = home.objects
    }

    /// The stored reply of a photo, if it is for exactly this task, by decoders with the same settings.
    ///
    /// It is checked like a decoder's own answer, and against its hash.
    func reply(
        for photo: String, to task: PictureTask, settings: String
    ) async -> PictureReply? {
        guard let bytes = try? await objects.read(Self.key(photo)) else { return nil }
        return await BlockingFiles.run {
            guard let (mark, rest) = Self.line(of: bytes),
                mark == Self.mark(of: [rest], task, settings),
                let (head, body) = Self.line(of: rest),
                head.count <= DecoderAnswer.byteLimit, body.count <= task.pictureByteLimit,
                case .reply(let reply) = DecoderAnswer(
                    Frame(0, head: head, body: body), to: task)
            else { return nil }
            return reply
        }
    }

    /// Stores a reply; replaces any other of the photo.
    func keep(
        _ reply: PictureReply, for photo: String, to task: PictureTask, settings: String
    ) async {
        guard let frame = DecoderAnswer.reply(reply).frame(0) else { return }
        let bytes = await BlockingFiles.run {
            let mark = Self.mark(of: [frame.head, Self.newline, frame.body], task, settings)
            let parts = [mark, Self.newline, frame.head, Self.newline, frame.body]
            // Joined in one go: a photo's bytes would be moved with each part.
            var bytes = Data(capacity: parts.reduce(0) { $0 + $1.count })
            for part in parts { bytes.append(part) }
            return bytes
        }
        try? await objects.replace(Self.key(photo), bytes, isLasting: false)
        CrashPoint.reach(.preparedKept)
    }

    /// What only this reply to this task has, in hexadecimal.
    private static func mark(
        of parts: [Data], _ task: PictureTask, _ settings: String
    ) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(JSON.text(task) ?? "")\n\(settings)\n".utf8))
        for part in parts { hash.update(data: part) }
        return Data(hash.finalize().hexadecimal.utf8)
    }

    private static func line(of bytes: Data) -> (line: Data, rest: Data)? {
        bytes.firstIndex(of: UInt8(ascii: "\n")).map { end in
            (Data(bytes[..<end]), Data(bytes[bytes.index(after: end)...]))
        }
    }

    private static let newline = Data("\n".utf8)

    static func key(_ photo: String) -> String { "prepared/\(photo)" }
}
