// swift-tools-version: 6.2

// The decoding of photos alone, in a process of its own and in this one, under a program that weighs both.
// The sources are links to the project's own, so that little else has to be fetched and built.

import PackageDescription

let package = Package(
    name: "isolation",
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")
    ],
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips"),
        .target(
            name: "CJPEGTurbo",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "Ground"),
        .target(name: "Validation", dependencies: ["Ground"]),
        .target(
            name: "Imaging", dependencies: ["CJPEGTurbo", "CVips", "Ground", "Validation"]),
        .target(
            name: "CFaceAnalysis",
            linkerSettings: [
                .linkedLibrary("m"), .linkedLibrary("stdc++"), .linkedLibrary(":libdlib.a"),
                .linkedLibrary(":liblapack.so.3"), .linkedLibrary(":libblas.so.3"),
            ]),
        .target(
            name: "CNets", cxxSettings: [.unsafeFlags(["-O2"])],
            linkerSettings: [.linkedLibrary("m"), .linkedLibrary("stdc++")]),
        .target(
            name: "Nets",
            dependencies: ["CNets", .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "FaceFacts", dependencies: ["Ground"]),
        .target(
            name: "FaceMeasuring", dependencies: ["CFaceAnalysis", "FaceFacts", "Ground", "Nets"]),
        .target(name: "Studio", dependencies: ["Ground", "Nets"]),
        .target(name: "CIsolation", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(name: "Isolation", dependencies: ["CIsolation", "Ground"]),
        .target(
            name: "Decoding", dependencies: ["FaceFacts", "Ground", "Isolation", "Validation"]),
        .target(
            name: "Decoder",
            dependencies: [
                "Decoding", "FaceFacts", "FaceMeasuring", "Ground", "Imaging", "Isolation", "Nets",
                "Studio", "Validation",
            ], resources: [.embedInCode("Resources/portrait.jpg")]),
        .target(
            name: "HeadshotWorker",
            dependencies: ["Decoding", "FaceFacts", "Ground", "Isolation", "Validation"],
            sources: ["Decoding", "WorkerError.swift"]),
        .executableTarget(
            name: "DecodePhotos",
            dependencies: ["Decoder", "Decoding", "HeadshotWorker", "Imaging"]),
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
