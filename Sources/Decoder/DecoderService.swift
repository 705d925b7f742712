import FaceAnalysis
public import Foundation
import Glibc
import Isolation
import Nets
import Validation

/// The work of a decoding process: it sandboxes itself, and answers tasks until its parent ends.
public enum DecoderService {
    /// Whether a process was started to decode.
    public static func isMeant(by arguments: [String]) -> Bool {
        arguments.dropFirst().first == DecoderProgram.command
    }

    /// Answers tasks; to be called before anything else, on the process' first thread.
    ///
    /// `watch` gets each picture before it is decoded.
    public static func run(
        arguments: [String], watch: @Sendable (Data) -> Void = { _ in }
    ) async -> Never {
        // Only the libraries' own threads: those of Swift concurrency need files for themselves.
        ImageLane.runInline()
        var fences = Fences()
        fences.givePrivilegesUp()
        // Everything is read before file access is closed, and that must happen before there are more threads.
        ImageLibrary.load()
        let nets = arguments.contains(DecoderProgram.withNets) ? openNets() : nil
        let work = PictureWork(nets: nets)
        fences.closeFiles(memory: DecoderLimits.memory)
        guard (try? await work.warmUp()) != nil else { _exit(EXIT_FAILURE) }
        fences.closeTheRest()
        guard let library = try? await ImageLibrary.check() else { _exit(EXIT_FAILURE) }
        await serve(
            work, DecoderGreeting(fences: fences, library: library, hasNets: nets != nil), watch)
        _exit(EXIT_SUCCESS)
    }

    /// The exit status of a process that cannot open the nets that it got.
    static let statusWithoutNets: Int32 = 3

    /// Opens the nets from the parent; checks their hashes again.
    private static func openNets() -> Nets {
        guard let handed = SharedBytes.handedOver(), let bytes = NetBytes(joined: handed),
            let nets = try? Nets(bytes)
        else { _exit(statusWithoutNets) }
        return nets
    }

    private static func serve(
        _ work: PictureWork, _ greeting: DecoderGreeting, _ watch: @Sendable (Data) -> Void
    ) async {
        let line = ParentLine()
        guard let greeting = try? JSONEncoder().encode(greeting) else { return }
        line.send(Frame(head: greeting))
        while let frame = line.receive(),
            let task = try? JSONDecoder().decode(PictureTask.self, from: frame.head)
        {
            watch(frame.body)
            guard let answer = await answer(to: task, frame.body, work).frame else { return }
            line.send(answer)
        }
    }

    private static func answer(
        to task: PictureTask, _ picture: Data, _ work: PictureWork
    ) async -> DecoderAnswer {
        do throws(DecoderFault) {
            return .reply(try await work.perform(task, on: picture))
        } catch {
            return .failure(error)
        }
    }
}
