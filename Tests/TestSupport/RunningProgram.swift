import Foundation
import Glibc

/// How a program ended.
public enum ProgramExit: Sendable, Equatable {
    /// By itself, with a status from 0 to 255.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
}

/// What a program printed and how it ended.
public struct ProgramResult: Sendable, Equatable {
    /// How it ended.
    public let exit: ProgramExit
    /// All of its standard output, as UTF-8.
    public let output: String
    /// All of its standard error, as UTF-8.
    public let errors: String
}

/// A program that runs beside the test; ``Program/withRunning(_:environment:folder:input:body:)`` owns it.
public final class RunningProgram: Sendable {
    /// The system's id, valid until the program has ended.
    public let processID: Int32
    private let output = Observed(Stream())
    private let errors = Observed(Stream())
    private let exit = Observed<ProgramExit?>(nil)

    /// One of its outputs, so far.
    private struct Stream: Sendable {
        var bytes = Data()
        var isClosed = false
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    init(_ child: SpawnedChild) {
        processID = child.processID
        Self.collect(child.output, into: output)
        Self.collect(child.errors, into: errors)
        Self.reap(child.processID, into: exit)
    }

    /// Its standard output so far.
    public var outputSoFar: String { output.value.text }

    /// Its standard error so far.
    public var errorsSoFar: String { errors.value.text }

    /// Sends a signal, unless the program has ended.
    public func send(_ signal: Int32) {
        let processID = processID
        // Under the lock of the exit: a reaped id may already be another process's.
        exit.update { exit in
            if exit == nil { _ = Glibc.kill(processID, signal) }
        }
    }

    /// Sends SIGKILL, as a power cut would.
    public func kill() {
        send(SIGKILL)
    }

    /// Waits for the program's end.
    public func waitForExit() async throws -> ProgramExit {
        try await exit.wait { $0 }
    }

    /// Waits for the program's end and for the end of its outputs.
    public func result() async throws -> ProgramResult {
        let exit = try await waitForExit()
        let output = try await output.wait { $0.isClosed ? $0.text : nil }
        let errors = try await errors.wait { $0.isClosed ? $0.text : nil }
        return ProgramResult(exit: exit, output: output, errors: errors)
    }

    /// Waits for the first whole line of standard output that has `text` in it.
    public func waitForOutput(_ text: String) async throws -> String {
        try await wait(for: text, in: output)
    }

    /// Waits for the first whole line of standard error that has `text` in it.
    ///
    /// - Parameter times: How many such lines there must be; the last of them is returned.
    public func waitForErrors(_ text: String, times: Int = 1) async throws -> String {
        try await wait(for: text, times: times, in: errors)
    }

    private func wait(
        for text: String, times: Int = 1, in stream: Observed<Stream>
    ) async throws -> String {
        let line: String? = try await stream.wait { stream -> String?? in
            let lines = stream.text.split(separator: "\n", omittingEmptySubsequences: false)
            let whole = stream.isClosed ? lines[...] : lines.dropLast()
            let found = whole.filter { $0.contains(text) }.prefix(times)
            if found.count == times, let line = found.last { return .some(String(line)) }
            return stream.isClosed ? .some(nil) : nil
        }
        guard let line else {
            throw ProgramError.endedEarly(output: outputSoFar, errors: errorsSoFar)
        }
        return line
    }

    /// Reads a pipe to its end on a thread of its own, so that the program never blocks on it.
    private static func collect(_ descriptor: Int32, into stream: Observed<Stream>) {
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = unsafe read(descriptor, &buffer, buffer.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { break }
                let bytes = buffer[..<count]
                stream.update { $0.bytes.append(contentsOf: bytes) }
            }
            close(descriptor)
            stream.update { $0.isClosed = true }
        }
    }

    /// Waits for the process on a thread of its own and reaps it.
    private static func reap(_ processID: pid_t, into exit: Observed<ProgramExit?>) {
        Thread.detachNewThread {
            // First without reaping, so that the id stays ours until the lock is held.
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0
                && errno == EINTR
            {}
            exit.update { exit in
                var status: Int32 = 0
                guard unsafe waitpid(processID, &status, 0) == processID else {
                    fatalError("process \(processID) was reaped by somebody else")
                }
                let signal = status & 0x7f
                exit = signal == 0 ? .status(status >> 8 & 0xff) : .signal(signal)
            }
        }
    }
}
