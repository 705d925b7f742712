import Testing

@testable import HeadshotServer

/// The types of bodies, as clients write them.
@Suite(.timeLimit(.minutes(2)))
struct MediaTypeTests {
    @Test(arguments: [
        "multipart/form-data;boundary=b", "multipart/form-data ; boundary=b",
        "multipart/form-data\t;\tboundary=b", " Multipart/Form-Data; charset=x ;Boundary=\"b\" ",
    ])
    func `a type may have blanks around its semicolons`(field: String) {
        let type = MediaType(field)
        #expect(type.name == "multipart/form-data")
        #expect(type["boundary"] == "b")
    }

    @Test(arguments: ["", ";", " ; boundary=b"])
    func `a missing type has no name`(field: String) {
        #expect(MediaType(field).name.isEmpty)
    }
}
