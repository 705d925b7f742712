import Foundation
import Glibc
import TestSupport
import Testing

/// The N-th sync fails, the N-th write finds a full disk, the N-th send never happens, for N = 1, 2, 3 and so on.
@Suite(.timeLimit(.minutes(10)))
struct SystemCallTests {
    @Test(arguments: [Fault.brokenSync, .fullDisk])
    func `a submit that the disk fails under says so, and can be run again`(
        fault: Fault
    ) async throws {
        try await fault.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let submission = try sandbox.submission()
                let (result, isHit) = try await sandbox.run(submission, under: fault)
                expectGoodEnd(result, fault, isHit)
                try await finish(
                    submission, sandbox, emulator, printed: result.printedIDs, fault)
                return isHit
            }
        }
    }

    @Test(arguments: [Fault.brokenSync, .fullDisk, .deathBeforeSend])
    func `a drain over which a call fails loses nothing and pays nothing twice`(
        fault: Fault
    ) async throws {
        try await fault.untilNoneIsHit { fault in
            try await Sandbox.withEmulator(answer: "instant") { sandbox, emulator in
                let submission = try sandbox.submission()
                let printed = try await sandbox.run(submission).printedIDs
                #expect(printed.count == 1)
                let (result, isHit) = try await sandbox.run(["drain"], under: fault)
                expectGoodEnd(result, fault, isHit)
                // Only a death between a charge and its answer leaves a request of unknown end.
                let isOpen = try isRequestOpen(in: sandbox)
                try await finish(
                    submission, sandbox, emulator, printed: printed, fault,
                    state: isHit && fault.error == nil && isOpen ? "uncertain" : "succeeded")
                return isHit
            }
        }
    }

    /// A failing disk is told in a sentence, and never taken for a defect or a wrong setting.
    private func expectGoodEnd(_ result: ProgramResult, _ fault: Fault, _ isHit: Bool) {
        guard isHit, fault.error != nil else {
            let end = isHit ? ProgramExit.signal(SIGKILL) : .status(0)
            #expect(result.exit == end, "\(fault): \(result)")
            return
        }
        // What is tried again, or only a courtesy, does not end the program.
        #expect([.status(0), .status(74)].contains(result.exit), "\(fault): \(result)")
        if result.exit == .status(74) {
            let isTold = result.errors.contains(/The disk failed:|cannot be opened:/)
            #expect(isTold, "\(fault): \(result.errors)")
        }
    }

    /// Lets healthy processes go on, and looks at what became of the job.
    private func finish(
        _ submission: [String], _ sandbox: Sandbox, _ emulator: EmulatorProcess,
        printed: [String], _ fault: Fault, state: String = "succeeded"
    ) async throws {
        #expect(try await sandbox.run(submission).exit == .status(0), "\(fault)")
        #expect(try await sandbox.drain() == 0, "\(fault)")
        try await sandbox.expectPromises(printed: printed, emulator, "\(fault)")
        #expect(try await sandbox.jobs().map(\.state) == [state], "\(fault)")
    }

    /// Whether there is a charge without an answer, by the journal and the spool as the program left them.
    private func isRequestOpen(in sandbox: Sandbox) throws -> Bool {
        let path = "\(sandbox.home)/payments.jsonl"
        guard FileManager.default.fileExists(atPath: path) else { return false }
        let journal = try String(contentsOfFile: path, encoding: .utf8)
        let spool = try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.home)/spool")
        return journal.contains("\"started\"") && !journal.contains("\"paid\"")
            && !spool.contains { $0.hasSuffix(".answer") }
    }
}
