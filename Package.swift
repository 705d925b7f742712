// swift-tools-version: 6.2

import PackageDescription

// A debug build can be killed at crash points, a release build only if it is made for the tests.
let isTested = Context.environment["CRASH_POINTS"] != nil
let crashPoints: SwiftSetting =
    isTested ? .define("CRASH_POINTS") : .define("CRASH_POINTS", .when(configuration: .debug))
// What computes is optimised in every build.
let optimised: SwiftSetting = .unsafeFlags(["-O"], .when(configuration: .debug))

let package = Package(
    name: "headshot",
    products: [
        .executable(name: "headshot", targets: ["HeadshotCLI"]),
        .executable(name: "headshot-decoder", targets: ["HeadshotDecoder"]),
        .executable(name: "gemini-emulator", targets: ["GeminiEmulator"]),
    ],
    dependencies: [
        // Subcommands, help, completion.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // What the worker says to its operator.
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        // SQLite, with migrations and transactions.
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // The emulator's HTTP server.
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        // Pages from templates.
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        // The types that Hummingbird's interface is made of.
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        // Signals and graceful stop.
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // Ground: C libraries of the system.
        .systemLibrary(
            name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),

        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

        .systemLibrary(
            name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),

        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // Ground: zlib, which comes with libzip.
        .systemLibrary(
            name: "CDeflate", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Ground: what has to be compiled around libjpeg-turbo, whose failures jump over frames.
        .target(
            name: "CJPEGTurbo",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),

        // Ground: standard streams that are open before anything else is.
        .target(name: "CStreams"),

        // Ground: the system calls that lock a process in.
        .target(name: "CIsolation", linkerSettings: [.linkedLibrary("seccomp")]),

        .target(
            name: "CFaceAnalysis",
            // Without optimisation, one look at a photo takes seconds, and so would each test.
            cxxSettings: [.unsafeFlags(["-O2"])],
            // dlib itself is linked statically: its shared package brings 97 MB of models along.
            linkerSettings: [
                .linkedLibrary("m"), .linkedLibrary("stdc++"), .linkedLibrary(":libdlib.a"),
                .linkedLibrary(":liblapack.so.3"), .linkedLibrary(":libblas.so.3"),
            ]),

        // Ground: the language of a text, by CLD2.
        .target(
            name: "CLanguages",
            linkerSettings: [.linkedLibrary("stdc++"), .linkedLibrary("cld2")]),

        // Ground: three small nets, evaluated without a library.
        .target(
            name: "CNets",
            // A run takes ten times as long without it.
            cxxSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("m"), .linkedLibrary("stdc++")]),

        .target(
            name: "Nets",
            dependencies: ["CNets", "Ground", "Hashing"]),

        // Ground: SHA-256 and what is made of it.
        .target(name: "Hashing", dependencies: ["CCrypto"]),

        // Ground: values that leaves share.
        .target(
            name: "Ground",
            // Keys are looked for in all bytes of an answer, which takes a hundred times as long without it.
            swiftSettings: [optimised]),

        // Ground: requests over HTTP, by libcurl.
        .target(name: "Transfer", dependencies: ["CCurl"]),

        // Ground: transactions, migrations, and the engines for SQLite and PostgreSQL.
        .target(
            name: "Database",
            dependencies: [
                "CLibPQ", "CSQLite", "CrashPoints", "Ground",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        // Ground: where a test may kill the program.
        .target(
            name: "CrashPoints",
            swiftSettings: isTested
                ? [crashPoints]
                : [
                    crashPoints,
                    // A release must not know the names.
                    .unsafeFlags(
                        ["-Xfrontend", "-disable-reflection-metadata"],
                        .when(configuration: .release)),
                ]),

        // Leaves: each knows one thing and no other leaf.
        .target(
            name: "Validation", dependencies: ["Ground"],
            // Loops over all bytes of a header take ten times as long without it.
            swiftSettings: [optimised]),
        .target(
            name: "PromptFactory",
            dependencies: ["Ground", "Hashing"]),
        .target(
            name: "JobQueue",
            dependencies: [
                "CDeflate", "CrashPoints", "Database", "Ground", "Hashing",
            ],
            // The tables, as SQL for both engines side by side.
            resources: [.embedInCode("Schema")]),
        .target(name: "Generation", dependencies: ["Ground", "Transfer"]),
        .target(
            name: "ObjectStore",
            dependencies: [
                "CrashPoints", "Ground", "Hashing", "Transfer",
            ]),
        .target(name: "Isolation", dependencies: ["CIsolation", "Ground"]),
        .target(name: "FaceFacts", dependencies: ["Ground"]),

        .target(
            name: "People", dependencies: ["CLanguages", "Ground"],
            // In the program itself, which is one file wherever it is installed.
            resources: [.embedInCode("Resources")],
            // Preparing the lists of words takes seconds without it.
            swiftSettings: [optimised]),

        // The decoder: what computes with pixels. Only `headshot-decoder` is linked with these modules.
        .target(
            name: "Imaging", dependencies: ["CJPEGTurbo", "CVips", "Ground", "Validation"],
            // Loops over all pixels take ten times as long without it.
            swiftSettings: [optimised]),
        .target(
            name: "FaceMeasuring", dependencies: ["CFaceAnalysis", "FaceFacts", "Ground", "Nets"],
            // Loops over all pixels take ten times as long without it.
            swiftSettings: [optimised]),
        .target(
            name: "Studio", dependencies: ["Ground", "Nets"],
            // Loops over all pixels take ten times as long without it.
            swiftSettings: [optimised]),
        .target(
            name: "Decoder",
            dependencies: [
                "Decoding", "FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Isolation", "Nets",
                "Studio", "Validation",
            ],
            // What demo/portrait.svg draws.
            resources: [.embedInCode("Resources/portrait.jpg")]),

        // Spine: what the program and its decoder send to each other.
        .target(
            name: "Decoding", dependencies: ["FaceFacts", "Ground", "Isolation", "Validation"]),

        // Spine: a job's life.
        .target(
            name: "HeadshotWorker",
            dependencies: [
                "CZip", "CrashPoints", "Decoding", "FaceFacts", "Generation", "Ground", "Hashing",
                "Isolation", "JobQueue", "ObjectStore", "People", "PromptFactory", "Transfer",
                "Validation",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // Spine: persons from day to day.
        .target(
            name: "Companion",
            dependencies: [
                "CrashPoints", "FaceFacts", "Ground", "Hashing", "HeadshotWorker", "JobQueue",
                "People",
            ]),

        // Spine: links by which persons are invited, how far they are, and what they agreed to.
        .target(
            name: "Invites",
            dependencies: [
                "Companion", "CrashPoints", "Ground", "Hashing", "HeadshotWorker", "JobQueue",
            ]),

        // Telling: what every face answers, as values, words and JSON.
        .target(
            name: "Answers",
            dependencies: [
                "Companion", "FaceFacts", "Generation", "Ground", "HeadshotWorker", "Invites",
                "JobQueue", "People", "PromptFactory", "Validation",
            ]),

        // Telling: settings, the environment, and what is made from them.
        .target(
            name: "Setup",
            dependencies: [
                "Companion", "Decoding", "Generation", "Ground", "HeadshotWorker", "Invites",
                "Isolation", "JobQueue", "Nets", "ObjectStore", "People", "PromptFactory",
                "Transfer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: [crashPoints]),

        // Telling: the pages.
        .target(
            name: "Pages",
            dependencies: [
                "FaceFacts", "Ground", "Hashing",
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            // In the program itself, which is one file wherever it is installed.
            resources: [.embedInCode("Templates"), .embedInCode("Site/Templates")]),
        // Face: the queue over HTTP.
        .target(
            name: "HeadshotServer",
            dependencies: [
                "Answers", "Companion", "CrashPoints", "Decoding", "FaceFacts", "Ground",
                "Hashing", "HeadshotWorker", "Invites", "Isolation", "JobQueue", "ObjectStore",
                "Pages", "People", "PromptFactory", "Setup", "Validation",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("Resources/openapi.json")]),
        // Face: the programs.
        .executableTarget(
            name: "HeadshotCLI",
            dependencies: [
                "Answers", "CStreams", "Companion", "CrashPoints", "Decoding",
                "FaceFacts", "Generation", "Ground", "HeadshotServer", "HeadshotWorker", "Invites",
                "Isolation", "JobQueue", "Nets", "ObjectStore", "Pages", "People",
                "PromptFactory", "Setup", "Transfer", "Validation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            plugins: ["CommitPlugin"]),
        .executableTarget(
            name: "HeadshotDecoder", dependencies: ["CStreams", "Decoder", "Decoding"],
            plugins: ["CommitPlugin"]),
        .executableTarget(
            name: "GeminiEmulator",
            dependencies: [
                "Ground", "Hashing", "Imaging",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),

        // Gives the program the commit that it was built from.
        .plugin(name: "CommitPlugin", capability: .buildTool()),

        // Tests mirror the sources.
        .target(
            name: "TestSupport",
            dependencies: [
                "CVips", "Ground", "Hashing", "Imaging", "Validation",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], path: "Tests/TestSupport",
            // It draws photos, pixel by pixel.
            swiftSettings: [optimised]),
        .executableTarget(
            name: "Soak",
            dependencies: [
                "JobQueue", "TestSupport", "Transfer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/Soak"),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Decoding", "Ground", "HeadshotWorker", "Isolation", "Nets", "TestSupport",
                "Validation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/Fuzz", exclude: ["second_decoder.py"]),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"]),
        .testTarget(
            name: "GeminiEmulatorTests", dependencies: ["GeminiEmulator", "TestSupport"]),
        .testTarget(
            name: "ValidationTests", dependencies: ["Ground", "TestSupport", "Validation"]),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Ground", "Imaging", "TestSupport", "Validation"],
            exclude: ["Samplings"]),
        .testTarget(
            name: "ObjectStoreTests",
            dependencies: ["Ground", "ObjectStore", "TestSupport", "Transfer"]),
        .testTarget(name: "PromptFactoryTests", dependencies: ["PromptFactory", "TestSupport"]),
        .testTarget(
            name: "JobQueueTests",
            dependencies: [
                "Companion", "Database", "Ground", "HeadshotWorker", "Invites", "JobQueue",
                "People", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], exclude: ["Formats"]),
        .testTarget(
            name: "GenerationTests",
            dependencies: ["Generation", "Ground", "TestSupport", "Transfer"]),
        .testTarget(
            name: "IsolationTests", dependencies: ["CIsolation", "Isolation", "TestSupport"]),
        .testTarget(
            name: "NetsTests", dependencies: ["Nets", "TestSupport"],
            exclude: ["Golden", "golden.py"]),
        .executableTarget(
            name: "EvalDegradations",
            dependencies: [
                "FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Nets", "TestSupport",
                "Validation",
            ], path: "Tests/EvalDegradations",
            // It makes photos worse, pixel by pixel.
            swiftSettings: [optimised]),
        .testTarget(
            name: "FaceMeasuringTests",
            dependencies: [
                "EvalDegradations", "FaceFacts", "FaceMeasuring", "Ground", "Nets", "TestSupport",
                "Validation",
            ]),
        .testTarget(name: "GroundTests", dependencies: ["Ground", "TestSupport"]),
        .testTarget(name: "HashingTests", dependencies: ["Ground", "Hashing"]),
        .executableTarget(name: "EvalWords", dependencies: ["People"], path: "Tests/EvalWords"),
        .testTarget(
            name: "PeopleTests",
            dependencies: ["EvalWords", "FaceFacts", "Ground", "People", "TestSupport"],
            exclude: ["Corpus", "Golden"]),
        .testTarget(
            name: "StudioTests", dependencies: ["Ground", "Nets", "Studio", "TestSupport"]),
        .executableTarget(
            name: "HostileDecoder", dependencies: ["Decoder", "Isolation"],
            path: "Tests/HostileDecoder"),
        .executableTarget(
            name: "NewerHeadshot", dependencies: ["Database", "JobQueue"],
            path: "Tests/NewerHeadshot"),
        .testTarget(
            name: "PagesTests",
            dependencies: ["FaceFacts", "FaceMeasuring", "Ground", "Pages", "TestSupport"],
            exclude: ["Browser/check.js"]),
        .testTarget(
            name: "HeadshotWorkerTests",
            dependencies: [
                "Companion", "Decoding", "FaceFacts", "FaceMeasuring", "Generation", "Ground",
                "Hashing", "HeadshotCLI", "HeadshotDecoder", "HeadshotWorker", "HostileDecoder",
                "Imaging", "Isolation", "JobQueue", "Nets", "ObjectStore", "People",
                "PromptFactory", "TestSupport", "Transfer", "Validation",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "AnswersTests",
            dependencies: [
                "Answers", "Companion", "Decoding", "FaceFacts", "Generation", "Ground",
                "HeadshotWorker", "JobQueue", "Validation",
            ]),
        .testTarget(
            name: "SetupTests",
            dependencies: [
                "Generation", "Ground", "HeadshotWorker", "JobQueue", "Nets", "ObjectStore",
                "Setup",
                "TestSupport",
            ]),
        .testTarget(
            name: "HeadshotServerTests",
            dependencies: [
                "Answers", "Companion", "Ground", "HeadshotServer", "HeadshotWorker", "Invites",
                "JobQueue", "Pages", "PromptFactory", "Setup", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "HeadshotCLITests",
            dependencies: [
                "Answers", "Companion", "Decoding", "FaceFacts", "FaceMeasuring", "Ground",
                "HeadshotCLI",
                "HeadshotWorker", "Isolation", "Nets", "TestSupport", "Validation",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["CrashPoints", "Ground", "JobQueue", "Soak", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

let strictness: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// One loop, so that no target can forget a setting.
for target in package.targets where ![.system, .plugin].contains(target.type) {
    target.swiftSettings = (target.swiftSettings ?? []) + strictness
    // Tests run once, and commands and routes are many lines that do little: they take longer to optimise than to run.
    if isTested, target.type == .test || ["HeadshotCLI", "HeadshotServer"].contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
    }
}
