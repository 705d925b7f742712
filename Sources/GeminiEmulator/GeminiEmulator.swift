import Hummingbird
@main struct GeminiEmulator { static func main() {} }
