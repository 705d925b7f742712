import Answers
import Foundation
import JobQueue
import Testing

@testable import HeadshotCLI

struct KeepingCheckTests {
    private static let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test(
        arguments: [
            (nil, .ok), (3600, .ok), (-3600, .ok), (-86_300, .ok), (-86_500, .warning),
        ] as [(TimeInterval?, Check.Level)])
    func `what is kept longer than a day beyond its time is warned of`(
        due: TimeInterval?, level: Check.Level
    ) {
        let next = due.map {
            NextRemoval(space: .commandLine, part: .photos, date: Self.now + $0)
        }
        let check = QueueChecks.keeping([next].compactMap(\.self), now: Self.now)
        #expect(check.level == level)
        #expect((check.remedy == nil) == (level == .ok))
    }
}
