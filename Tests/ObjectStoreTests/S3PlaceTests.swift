import ObjectStore
import Testing

struct S3PlaceTests {
    @Test(arguments: [
        ("https://s3.example.com", "photos", "a/b/"), ("http://127.0.0.1:8333", "my.bucket-1", ""),
        ("https://s3.example.com:443/", "abc", ""), ("http://localhost:9000", "abc", "x/"),
    ])
    func `a place off this machine is asked by TLS`(
        endpoint: String, bucket: String, prefix: String
    ) {
        #expect(S3Place(endpoint: endpoint, region: "r", bucket: bucket, prefix: prefix) != nil)
    }

    @Test(arguments: [
        ("http://s3.example.com", "photos", ""), ("ftp://127.0.0.1", "photos", ""),
        ("https://key:secret@s3.example.com", "photos", ""), ("https://", "photos", ""),
        ("https://key%3Asecret%40s3.example.com", "photos", ""),
        ("https://key:secret", "photos", ""),
        ("https://key:secret@\u{301}s3.example.com", "photos", ""),
        ("https://s3.example.com/path", "photos", ""), ("https://s3.example.com?a=b", "photos", ""),
        ("https://s3.example.com", "P", ""), ("https://s3.example.com", "a/b", ""),
        ("https://s3.example.com", "photos", "a"), ("https://s3.example.com", "photos", "/a/"),
        ("https://s3.example.com", "photos", "../"), ("https://s3.example.com", "photos", "a b/"),
    ])
    func `what would not work, or not safely, is no place`(
        endpoint: String, bucket: String, prefix: String
    ) {
        #expect(S3Place(endpoint: endpoint, region: "r", bucket: bucket, prefix: prefix) == nil)
    }
}
