import PromptFactory
import Testing

struct StyleTests {
    @Test func `the six styles keep their names and their order`() {
        #expect(
            Style.all.map(\.name) == [
                "front-professional", "front-casual",
                "left-professional", "left-casual",
                "right-professional", "right-casual",
            ])
    }
}
