import Decoding
import Foundation
import Glibc
import Ground
import TestSupport
import Testing
import Validation

@testable import HeadshotWorker

/// That decoders come and go with their pool, and leave nothing behind.
///
/// Where processes or descriptors are counted, a process of the test's own has no others.
@Suite(.timeLimit(.minutes(10)))
struct DecoderLifeTests {
    @Test func `A cancelled task ends its decoder at once`() async throws {
        let pool = DecoderPool.hostile(limits: DecoderLimits(time: .seconds(3600)))
        _ = try await pool.perform(Self.task, on: PhotoFixture.landscape())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...3 {
                group.addTask {
                    await #expect(throws: WorkerError.interrupted) {
                        try await pool.perform(Self.task, on: Data("sleep".utf8))
                    }
                }
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        let reply = try await pool.perform(Self.task, on: PhotoFixture.landscape())
        #expect(reply.picture != nil)
    }

    @Test func `A decoder outlives what stops programs, and is replaced when it is killed idle`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let pool = DecoderPool.hostile()
            let photo = try PhotoFixture.landscape()
            _ = try await pool.perform(Self.task, on: photo)
            let child = try #require(ProcessTable.children().first)
            // A terminal's signals go to a group.
            #expect(getpgid(child) == child)
            for signal in [SIGINT, SIGTERM, SIGHUP] { kill(child, signal) }
            _ = try await pool.perform(Self.task, on: photo)
            #expect(ProcessTable.children() == [child])

            kill(child, SIGKILL)
            let reply = try await pool.perform(Self.task, on: photo)
            #expect(reply.picture != nil)
            #expect(!ProcessTable.children().contains(child))
        }
    }

    @Test func `A decoder that the machine ends, twice too, is not the photo's fault`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let pool = DecoderPool.hostile()
            _ = try await pool.greeting()
            async let sleeper = Self.failure(of: pool, on: Data("sleep".utf8))
            await Self.killTwoBusyProcesses()
            let failure = await sleeper
            let detail = "the decoder was killed twice; memory may have run out"
            #expect(failure == .decoderKilled(detail: detail))
            let next = try await pool.perform(Self.task, on: PhotoFixture.landscape())
            #expect(next.picture != nil)
        }
    }

    @Test func `A paid headshot whose decoder the machine ends is saved without a look`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let pool = DecoderPool.hostile()
            _ = try await pool.greeting()
            async let sleeper = pool.perform(.check(looks: false), on: Data("sleep".utf8))
            await Self.killTwoBusyProcesses()
            let reply = try await sleeper
            #expect(reply.inspection.findings.map(\.rule) == ["safeDecoding"])
        }
    }

    @Test func `Decoders that cannot be started for a while are waited for, and not for ever`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let pool = DecoderPool.hostile()
            let photo = try PhotoFixture.landscape()
            _ = try await pool.perform(Self.task, on: photo)
            for child in ProcessTable.children() { kill(child, SIGKILL) }
            var usual = rlimit()
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            unsafe getrlimit(files, &usual)
            var none = rlimit(rlim_cur: 0, rlim_max: usual.rlim_max)
            unsafe setrlimit(files, &none)
            for number in 1...10 {
                let failure = await Self.failure(of: pool, on: photo)
                let detail = "it could not be started: Too many open files"
                let expected: WorkerError =
                    number < 10
                    ? .decoderKilled(detail: detail) : .decoderUnavailable(detail: detail)
                #expect(failure == expected)
            }
            unsafe setrlimit(files, &usual)
            let reply = try await pool.perform(Self.task, on: photo)
            #expect(reply.picture != nil)
        }
    }

    @Test func `A hundred photos, good and bad, leave neither descriptors nor processes`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            try await Self.decodeHundred()
            // The threads of a pool that is gone end by themselves.
            while !ProcessTable.children().isEmpty { await Task.yield() }
        }
    }

    @Test func `A busy decoder dies with a worker that is killed`() async throws {
        let end = await #expect(
            processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]
        ) {
            let pool = DecoderPool.hostile()
            _ = try await pool.perform(Self.task, on: PhotoFixture.landscape())
            async let never = pool.perform(Self.task, on: Data("spin".utf8))
            let child = await Self.busyProcess(except: nil)
            print("decoder", child)
            fflush(nil)
            // One with nothing to do would notice by the end of its line.
            while ProcessTable.fields(of: child)?.state != "R" { await Task.yield() }
            raise(SIGKILL)
            _ = try await never
        }
        let output = String(decoding: end?.standardOutputContent ?? [], as: UTF8.self)
        let child = try #require(output.firstMatch(of: /decoder (\d+)/).flatMap { pid_t($0.1) })
        // Long before its limit of computing would end it.
        let deadline = ContinuousClock.now + .seconds(10)
        while Self.isAlive(child), .now < deadline { await Task.yield() }
        #expect(!Self.isAlive(child))
    }

    @Test func `A slow photo's process lets others compute first, if there are many`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let pool = DecoderPool.hostile()
            _ = try await pool.greeting()
            let usual = try #require(Self.niceness(of: getpid()))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await Self.failure(of: pool, on: Data("spin".utf8)) }
                let slow = await Self.busyProcess(except: nil)
                #expect(Self.niceness(of: slow) == usual)
                group.addTask { _ = await Self.failure(of: pool, on: Data("sleep".utf8)) }
                while Self.niceness(of: slow) != min(19, usual + 10) { await Task.yield() }
                group.cancelAll()
            }
        }
    }

    @Test func `A decoder has neither the variables nor the descriptors of its worker`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            unsafe setenv("HEADSHOT_TRIAL_KEY", "a-secret-key", 1)
            // Not closed when a program is started, as a library might open one.
            let descriptor = fcntl(unsafe open("/etc/passwd", O_RDONLY), F_DUPFD, 100)
            #expect(descriptor >= 100)
            #expect(fcntl(descriptor, F_GETFD) == 0)
            let pool = DecoderPool.hostile()
            _ = try await pool.perform(Self.task, on: PhotoFixture.landscape())
            async let sleeper = pool.perform(Self.task, on: Data("sleep".utf8))
            let process = await Self.busyProcess(except: nil)
            let child = try #require(ProcessTable.children().first)
            let environment = try #require(Descriptor.kernelText("/proc/\(child)/environ"))
            #expect(environment.contains("SWIFT_BACKTRACE="))
            for word in ["HEADSHOT_TRIAL_KEY", "a-secret-key"] {
                #expect(!environment.contains(word))
            }
            // The one has its parent's line, and the other that of its picture.
            #expect(try Self.descriptors(of: child) == ["0", "1", "2"])
            #expect(try Self.descriptors(of: process) == ["1", "2", "3"])
            _ = try await sleeper
        }
    }

    private static func failure(of pool: DecoderPool, on photo: Data) async -> WorkerError? {
        do throws(WorkerError) {
            _ = try await pool.perform(task, on: photo)
            return nil
        } catch {
            return error
        }
    }

    /// Kills the process that has a picture, and the one that gets it then.
    private static func killTwoBusyProcesses() async {
        let first = await busyProcess(except: nil)
        kill(first, SIGKILL)
        // A dead one is still there until its parent has asked about it.
        kill(await busyProcess(except: first), SIGKILL)
    }

    /// The process that has a picture, once there is one: a child of the decoder, which is a child of this process.
    private static func busyProcess(except dead: pid_t?) async -> pid_t {
        while true {
            let forked = ProcessTable.children().flatMap { ProcessTable.children(of: $0) }
            if let process = forked.first(where: { $0 != dead && isLocked($0) }) { return process }
            await Task.yield()
        }
    }

    /// Whether a process has raised its last fence: only after that it gets its picture.
    private static func isLocked(_ process: pid_t) -> Bool {
        let limits = Descriptor.kernelText("/proc/\(process)/limits")
        return limits?.contains(#/Max open files +0 /#) == true
    }

    private static let task = PictureTask.prepare(looks: false)

    private static func decodeHundred() async throws {
        let pool = DecoderPool.hostile(size: 2)
        let photo = try PhotoFixture.landscape()
        async let first = pool.perform(task, on: photo)
        async let second = pool.perform(task, on: photo)
        _ = try await (first, second)
        let (descriptors, decoder) = (descriptorCount(), ProcessTable.children())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                let bytes = index % 20 == 0 ? Data("abort".utf8) : photo
                group.addTask { _ = try await pool.perform(task, on: bytes) }
            }
            try await group.waitForAll()
        }
        #expect(descriptorCount() <= descriptors)
        // The one that forks has outlived all of its children.
        #expect(decoder.count == 1)
        #expect(ProcessTable.children() == decoder)
        #expect(ProcessTable.children().flatMap { ProcessTable.children(of: $0) } == [])
    }

    private static func descriptors(of process: pid_t) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").sorted()
    }

    private static func isAlive(_ process: pid_t) -> Bool {
        ProcessTable.fields(of: process).map { $0.state != "Z" && $0.state != "X" } ?? false
    }

    private static func niceness(of process: pid_t) -> Int? {
        ProcessTable.fields(of: process)?.niceness
    }

    private static func descriptorCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    }
}
