// swift-tools-version:6.0
import PackageDescription

// What `make check-client` compiles beside the client that it has generated.
let package = Package(
    name: "AppWalk",
    dependencies: [.package(name: "HeadshotClient", path: "../../.build/client/swift")],
    targets: [
        .executableTarget(
            name: "AppWalk",
            dependencies: [.product(name: "HeadshotClient", package: "HeadshotClient")])
    ],
    swiftLanguageModes: [.v6])
