import Ground
import Testing

struct ParentFolderTests {
    @Test(arguments: [
        ("/home/anna/queue.sqlite", "/home/anna"), ("folder/b", "folder"), ("b", "."), ("é", "."),
        ("", "."), ("b/", "."), ("/b", "/"), ("/", "/"), ("//", "/"), ("/home//", "/"),
        ("folder/\u{301}b", "folder"),
    ])
    func `the folder of a path is all before its last name`(path: String, folder: String) {
        #expect(path.parentFolder == folder)
    }
}
