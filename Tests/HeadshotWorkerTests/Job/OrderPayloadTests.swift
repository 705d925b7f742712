import HeadshotWorker
import Testing

/// What is read of a payload: all of it, or nothing.
@Suite(.timeLimit(.minutes(10)))
struct OrderPayloadTests {
    private static let style = #""style":{"angle":"left","background":"casual"}"#

    @Test(arguments: [
        (#"{"force":true,\#(style)}"#, true), ("{ \(style), \"force\" : false }", true),
        ("{\(style)}", false),
        // Written by nobody, and nothing is lost with it.
        (#"{"later":null,"force":true,\#(style)}"#, true),
        // Whoever ignores it does something else than was ordered.
        (#"{"later":1,"force":true,\#(style)}"#, false),
        (#"{"later":{"a":[]},"force":true,\#(style)}"#, false),
        (#"{"style":{"angle":"left","background":"casual","light":"warm"},"force":true}"#, false),
        ("{}", false), ("[]", false), ("", false),
    ])
    func `an order is read if every member of it is known`(payload: String, isRead: Bool) {
        let order = HeadshotOrder(payload: payload)
        #expect((order != nil) == isRead)
        // What was read is read again.
        #expect(order.flatMap { HeadshotOrder(payload: $0.payload) } == order)
    }
}
