@main struct Headshot { static func main() {} }
