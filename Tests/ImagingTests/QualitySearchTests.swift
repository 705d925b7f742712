import Foundation
import Imaging
import Testing
import Validation

struct QualitySearchTests {
    /// Sizes as photographs have them: a power of libjpeg's scale, so that 80 gives a megabyte.
    private static func size(_ quality: Int) -> Double {
        let scale = max(0.5, quality < 50 ? 5000 / Double(quality) : 200 - 2 * Double(quality))
        return 1_000_000 * pow(scale / 40, -0.8)
    }

    @Test(arguments: Array(stride(from: 560_000.0, to: 5_000_000, by: 180_000)))
    func `the highest quality that fits is found within six sizes`(target: Double) throws {
        var asked = 0
        let choice = QualitySearch(qualities: 40...95, target: target).run { quality in
            asked += 1
            return Self.size(quality)
        }
        let best = try #require((40...95).last { Self.size($0) <= target })
        #expect(choice == .quality(best))
        #expect(asked <= 6)
    }

    @Test func `a picture that fits at the cap is asked about once`() {
        var asked = 0
        let choice = QualitySearch(qualities: 40...70, target: 5_000_000).run { quality in
            asked += 1
            return Self.size(quality)
        }
        #expect(choice == .quality(70))
        #expect(asked == 1)
    }

    @Test func `a picture that does not fit at the floor says how large it is there`() {
        let choice = QualitySearch(qualities: 40...95, target: 1000).run(size: Self.size)
        #expect(choice == .tooLarge(Self.size(40)))
    }

    @Test func `sizes that do not grow with the quality still end the search`() throws {
        let choice = QualitySearch(qualities: 40...95, target: 1000).run { quality in
            quality % 2 == 0 ? 900 : 1100
        }
        guard case .quality(let quality) = choice else {
            Issue.record("nothing was found")
            return
        }
        #expect(quality % 2 == 0)
    }

    @Test func `one quality alone is judged`() {
        #expect(QualitySearch(qualities: 40...40, target: 1).run { _ in 1 } == .quality(40))
        #expect(QualitySearch(qualities: 40...40, target: 1).run { _ in 2 } == .tooLarge(2))
    }
}
