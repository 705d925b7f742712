import CrashPoints
import Crypto
import Foundation
import Isolation

/// Decoders' replies, one file for each photo, so that six styles of a photo are prepared once.
///
/// Everything here can be made again, so read and write errors are ignored.
struct PreparedStore: Sendable {
    let folder: String

    /// Names the store of a home.
    init(home: HeadshotHome) {
        folder = home.prepared
    }

    /// The stored reply of a photo, if it is for exactly this task, by decoders with the same settings.
    ///
    /// It is checked like a decoder's own answer, and against its hash.
    func reply(
        for photo: String, to task: PictureTask, settings: String
    ) async -> PictureReply? {
        try? await FileLane.run { [self] () throws(WorkerError) in
            guard let bytes = try DurableFile.read(path(of: photo)),
                let (mark, rest) = Self.line(of: bytes),
                mark == Self.mark(of: rest, task, settings),
                let (head, body) = Self.line(of: rest),
                head.count <= DecoderAnswer.byteLimit, body.count <= task.pictureByteLimit,
                case .reply(let reply) = DecoderAnswer(Frame(head: head, body: body), to: task)
            else { return nil }
            return reply
        }
    }

    /// Stores a reply; replaces any other of the photo.
    func keep(
        _ reply: PictureReply, for photo: String, to task: PictureTask, settings: String
    ) async {
        guard let frame = DecoderAnswer.reply(reply).frame else { return }
        let rest = frame.head + [Self.newline] + frame.body
        try? await FileLane.run { [self] () throws(WorkerError) in
            try DurableFile.replaceUnsynced(
                path(of: photo), Self.mark(of: rest, task, settings) + [Self.newline] + rest)
        }
        CrashPoint.reach(.preparedKept)
    }

    /// Removes the reply of a photo; blocks.
    func remove(_ photo: String) throws(WorkerError) {
        try DurableFile.remove(path(of: photo))
    }

    /// A hash of this reply and its task, in hexadecimal.
    private static func mark(
        of bytes: Data, _ task: PictureTask, _ settings: String
    ) -> Data {
        var hash = SHA256()
        hash.update(data: Data("\(JSON.text(task) ?? "")\n\(settings)\n".utf8))
        hash.update(data: bytes)
        return Data(
            hash.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                .joined().utf8)
    }

    private static func line(of bytes: Data) -> (line: Data, rest: Data)? {
        bytes.firstIndex(of: newline).map { end in
            (Data(bytes[..<end]), Data(bytes[bytes.index(after: end)...]))
        }
    }

    private static let newline = UInt8(ascii: "\n")

    private func path(of photo: String) -> String { "\(folder)/\(photo)" }
}
