import Synchronization
import Testing

@testable import Database

@Suite(.timeLimit(.minutes(10)))
final class ReadOnceTests: Sendable {
    private let reads = Mutex(0)

    @Test func `a text is read once, and one that says nothing each time`() {
        let numbers = numbers()
        for _ in 0..<3 { #expect(numbers("7") == 7) }
        #expect(reads.withLock { $0 } == 1)
        for _ in 0..<3 { #expect(numbers("seven") == nil) }
        #expect(reads.withLock { $0 } == 4)
    }

    @Test func `texts that change without end are not all kept`() {
        let numbers = numbers()
        let count = 10_000
        for number in 0..<count { #expect(numbers("\(number)") == number) }
        #expect(numbers("0") == 0)
        #expect(reads.withLock { $0 } == count + 1)
    }

    private func numbers() -> ReadOnce<Int> {
        ReadOnce { [self] text in
            reads.withLock { $0 += 1 }
            return Int(text)
        }
    }
}
