import Decoding
import FoundationEssentials
import Glibc
import Imaging
public import Isolation
import Nets
import Validation

/// The work of a decoder: it gets ready behind its fences, without ever having a picture, and forks a process for each.
///
/// A picture that takes its process over meets no other one. Its process has its own connection, and what the parent has
/// learned before: the libraries, the nets, and samples that come with the program.
public enum DecoderService {
    /// Answers tasks; to be called before anything else, on the process' first thread.
    ///
    /// `watch` gets each message before it is read, and the connection that it came by.
    public static func run(
        arguments: [String], commit: String? = nil,
        watch: @Sendable (Frame, ParentLine) -> Void = { _, _ in }
    ) async -> Never {
        // Only the libraries' own threads, and only in the children: those of Swift concurrency need files for themselves.
        ImageLane.runInline()
        var fences = Fences()
        fences.givePrivilegesUp()
        ImageLibrary.load()
        let nets = arguments.contains(DecoderCommand.withNets) ? openNets() : nil
        let work = PictureWork(nets: nets)
        guard (try? await work.warmUp()) != nil, let trial = ForkService.trialConnection() else {
            _exit(EXIT_FAILURE)
        }
        ProcessMemory.prepareToFork()
        // Landlock holds for this thread and those that it starts, and a fork takes only this one along.
        guard ForkService.hasOneThread else { _exit(DecoderCommand.statusWithThreads) }
        fences.closeFiles(memory: memory)
        fences.closeTheRest(.forks)
        var service = ForkService()
        // What can be decoded behind the fences of a child is found out in one.
        let checked = await service.trial(behind: fences, on: trial) {
            (try? await ImageLibrary.check()).flatMap { try? JSONEncoder().encode($0) }
        }
        guard let checked,
            let library = try? JSONDecoder().decode(ImageLibrary.self, from: checked),
            let greeting = try? JSONEncoder().encode(
                DecoderGreeting(
                    fences: fences, library: library, hasNets: nets != nil, commit: commit))
        else { _exit(EXIT_FAILURE) }
        service.greet(greeting)
        if let line = service.nextChild(behind: fences) { await answer(on: line, work, watch) }
        _exit(EXIT_SUCCESS)
    }

    /// Bytes that a process may use beyond those of its parent: 400 MB for the coefficients of a progressive JPEG of 8192 by
    /// 8192, the largest that a provider may return, and as much for threads and copies.
    private static let memory: UInt64 = 768_000_000

    /// Opens the nets from the parent; checks their hashes again.
    private static func openNets() -> Nets {
        guard let handed = SharedBytes.handedOver(), let bytes = NetBytes(joined: handed),
            let nets = try? Nets(bytes)
        else { _exit(DecoderCommand.statusWithoutNets) }
        return nets
    }

    /// In a child: does the one task that it is sent.
    private static func answer(
        on line: ParentLine, _ work: PictureWork, _ watch: @Sendable (Frame, ParentLine) -> Void
    ) async {
        guard let frame = line.receive() else { return }
        watch(frame, line)
        guard let task = try? JSONDecoder().decode(PictureTask.self, from: frame.head),
            let answer = await answer(to: task, frame.body, work).frame(frame.number)
        else { return }
        line.send(answer)
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
