import HeadshotWorker
import Testing

/// What is read of a payload: all of it, or nothing.
@Suite(.timeLimit(.minutes(1)))
struct OrderPayloadTests {
    private static let style = #""style":{"angle":"left","background":"casual"}"#

    @Test(arguments: [
        ("{\(style)}", true), (#"{"force":true,\#(style)}"#, true),
        ("{ \(style), \"force\" : false }", true),
        // Written by nobody, and nothing is lost with it.
        (#"{"later":null,\#(style)}"#, true),
        // Whoever ignores it does something else than was ordered.
        (#"{"later":1,\#(style)}"#, false), (#"{"later":{"a":[]},\#(style)}"#, false),
        (#"{"style":{"angle":"left","background":"casual","light":"warm"}}"#, false),
        ("{}", false), ("[]", false), ("", false),
    ])
    func `an order is read if every member of it is known`(payload: String, isRead: Bool) {
        let order = HeadshotOrder(payload: payload)
        #expect((order != nil) == isRead)
        // What was read is read again.
        #expect(order.flatMap { HeadshotOrder(payload: $0.payload) } == order)
    }
}
