import FaceAnalysis
public import Foundation
import Glibc
import Isolation
import Nets
import Validation

/// What a process does that decodes for others: it locks itself in, and answers tasks until its parent ends.
public enum DecoderService {
    /// Whether a process was started to decode.
    public static func isMeant(by arguments: [String]) -> Bool {
        arguments.dropFirst().first == DecoderProgram.command
    }

    /// Answers tasks; to be called before anything else, on the process' first thread.
    ///
    /// `watch` is shown each picture before it is decoded.
    public static func run(
        arguments: [String], watch: @Sendable (Data) -> Void = { _ in }
    ) async -> Never {
        // No more threads than the libraries' own: those of Swift's concurrency need files to watch themselves.
        ImageLane.runInline()
        FaceLane.runInline()
        var fences = Fences()
        fences.givePrivilegesUp()
        // All that has to be read is read before the files are closed, which has to be done before there are
        // more threads.
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

    /// How a process ends that cannot open the nets that it was handed.
    static let statusWithoutNets: Int32 = 3

    /// Opens the nets that the parent has handed over; they are compared with their hashes once more.
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
        do {
            return .reply(try await work.perform(task, on: picture))
        } catch {
            return .failure("\(error)")
        }
    }
}
