// swift-tools-version: 6.2

// The queue alone, under a program that drives it. The sources are links to the project's own, so that nothing else has
// to be fetched and built.

import PackageDescription

let package = Package(
    name: "queue",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "CrashPoints"),
        .target(name: "Ground"),
        .target(
            name: "Database",
            dependencies: [
                "CLibPQ", "CSQLite", "CrashPoints", "Ground",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(
            name: "JobQueue",
            dependencies: [
                "CrashPoints", "Database", "Ground",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.embedInCode("Schema")]),
        .executableTarget(name: "QueueBench", dependencies: ["JobQueue"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
