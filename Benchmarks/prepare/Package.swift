// swift-tools-version: 6.2

// The photo's part of headshot alone, under a program that times it. The sources are links to the
// project's own, so that nothing else has to be fetched and built.

import PackageDescription

let package = Package(
    name: "prepare",
    targets: [
        .systemLibrary(name: "CVips", pkgConfig: "vips"),
        .target(
            name: "CJPEGTurbo",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
        .target(name: "Ground"),
        .target(name: "Validation", dependencies: ["Ground"]),
        .target(
            name: "Imaging", dependencies: ["CJPEGTurbo", "CVips", "Ground", "Validation"]),
        .executableTarget(name: "PreparePhotos", dependencies: ["Imaging", "Validation"]),
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
