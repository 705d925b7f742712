import Testing

@testable import HeadshotCLI

@Suite(.timeLimit(.minutes(10)))
struct PageFileTests {
    @Test(arguments: [
        ("a.html", PageFile.Form.html), ("a.htm", .html), ("x/y.PNG", .png), ("a.b.jpg", .jpeg),
        ("a.jpeg", .jpeg),
    ])
    func `a file's suffix says as what it is written`(path: String, form: PageFile.Form) throws {
        let file = try #require(PageFile(argument: path))
        #expect((file.path, file.form) == (path, form))
    }

    @Test(arguments: ["", "html", "a", "a.pdf", "a.html "])
    func `a file of another kind is refused`(path: String) {
        #expect(PageFile(argument: path) == nil)
    }
}
