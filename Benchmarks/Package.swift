// swift-tools-version: 6.2

// Programs that time and judge single parts of headshot. The sources are links to the project's own, so that little
// else has to be fetched and built; `swift build --product …` builds what one of them needs.

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")
    ],
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips"),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CDeflate", pkgConfig: "zlib"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
        .target(
            name: "CJPEGTurbo",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "CIsolation", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(
            name: "CFaceAnalysis",
            linkerSettings: [
                .linkedLibrary("m"), .linkedLibrary("stdc++"), .linkedLibrary(":libdlib.a"),
                .linkedLibrary(":liblapack.so.3"), .linkedLibrary(":libblas.so.3"),
            ]),
        .target(
            name: "CNets", cxxSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("m"), .linkedLibrary("stdc++")]),
        .target(name: "CrashPoints"),
        .target(name: "Ground"),
        .target(name: "Hashing", dependencies: ["CCrypto"]),
        .target(
            name: "Nets",
            dependencies: ["CNets", "Hashing"]),
        .target(name: "Isolation", dependencies: ["CIsolation", "Ground"]),
        .target(name: "Validation", dependencies: ["Ground"]),
        .target(name: "Imaging", dependencies: ["CJPEGTurbo", "CVips", "Ground", "Validation"]),
        .target(name: "FaceFacts", dependencies: ["Ground"]),
        .target(
            name: "FaceMeasuring", dependencies: ["CFaceAnalysis", "FaceFacts", "Ground", "Nets"]),
        .target(name: "Studio", dependencies: ["Ground", "Nets"]),
        .target(
            name: "Decoding", dependencies: ["FaceFacts", "Ground", "Isolation", "Validation"]),
        .target(
            name: "Decoder",
            dependencies: [
                "Decoding", "FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Isolation", "Nets",
                "Studio", "Validation",
            ],
            resources: [.embedInCode("Resources/portrait.jpg")]),
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
                "CDeflate", "CrashPoints", "Database", "Ground", "Hashing",
            ],
            resources: [.embedInCode("Schema")]),
        .target(
            name: "HeadshotWorker",
            dependencies: [
                "Decoding", "FaceFacts", "Ground", "Isolation", "JobQueue", "Validation",
            ],
            sources: ["Decoding", "WorkerError.swift"]),
        .executableTarget(
            name: "AnalyzeFigures",
            dependencies: ["FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Nets", "Validation"]),
        .executableTarget(
            name: "DecodePhotos",
            dependencies: ["Decoder", "Decoding", "HeadshotWorker", "Imaging"]),
        .executableTarget(name: "PreparePhotos", dependencies: ["Imaging", "Validation"]),
        .executableTarget(name: "QueueBench", dependencies: ["JobQueue"]),
        .executableTarget(
            name: "StudioFigures",
            dependencies: [
                "FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Nets", "Studio", "Validation",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
