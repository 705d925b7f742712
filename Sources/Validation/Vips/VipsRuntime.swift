import CVips

/// libvips in this process: started once, with settings for many small jobs side by side.
enum VipsRuntime {
    /// Starts libvips unless it is already running.
    static func start() throws(ValidationError) {
        guard isStarted else { throw .libraryUnavailable }
    }

    /// Returns the memory of a big job to the system.
    ///
    /// glibc keeps freed pages for reuse; over jobs of different sizes that looks like a leak.
    static func trimMemory() {
        malloc_trim(0)
    }

    /// The version, as in `8.14.1`.
    static var version: String {
        (0..<3).map { part in String(vips_version(part)) }.joined(separator: ".")
    }

    /// In bytes: photos and answers are larger; smaller blocks are reused often, and new pages cost time.
    private static let largeBlock: Int32 = 1_000_000

    private static let isStarted: Bool = {
        guard headshot_vips_start() == 0 else { return false }
        // Several jobs run in parallel, so none needs several threads.
        vips_concurrency_set(1)
        // No picture is read twice, and a cached result could belong to a file that has changed.
        vips_cache_set_max(0)
        // glibc keeps freed memory in an arena per thread, and keeps large blocks once one was freed.
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        blockLoaders()
        return true
    }()

    /// Blocks all loaders but those of ``PhotoFormat``.
    ///
    /// Blocking "untrusted" loaders would not be enough: libvips counts GIF and TIFF as trusted.
    private static func blockLoaders() {
        unsafe vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Heif"] {
            unsafe vips_operation_block_set("VipsForeignLoad\(loader)", 0)
        }
    }

    /// Allows reading the program's own SVGs from now on, in a process that draws.
    static func allowDrawing() {
        unsafe vips_operation_block_set("VipsForeignLoadSvg", 0)
    }
}
