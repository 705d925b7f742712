import CVips

/// libvips in this process: started once, with settings for many small jobs beside one another.
enum VipsRuntime {
    /// Starts libvips unless it runs already.
    static func start() throws(ValidationError) {
        guard isStarted else { throw .libraryUnavailable }
    }

    /// Gives the memory of a big job back to the system.
    ///
    /// glibc keeps freed pages for later; over jobs of different sizes that looks like a leak.
    static func trimMemory() {
        malloc_trim(0)
    }

    /// The version, as in `8.14.1`.
    static var version: String {
        (0..<3).map { part in String(vips_version(part)) }.joined(separator: ".")
    }

    /// In bytes: photos and answers are larger; what is smaller is used again and again, and new pages cost time.
    private static let largeBlock: Int32 = 1_000_000

    private static let isStarted: Bool = {
        guard headshot_vips_start() == 0 else { return false }
        // Parallelism comes from several jobs at once, not from several threads in one.
        vips_concurrency_set(1)
        // No picture is looked at twice, and a cached result could be of a file that has changed.
        vips_cache_set_max(0)
        // glibc keeps freed memory in an arena for each thread, and large blocks once one was freed.
        mallopt(M_ARENA_MAX, 1)
        mallopt(M_MMAP_THRESHOLD, largeBlock)
        blockLoaders()
        return true
    }()

    /// Leaves only the loaders of ``PhotoFormat``.
    ///
    /// "Untrusted" loaders alone would not do: libvips counts GIF and TIFF as trusted.
    private static func blockLoaders() {
        unsafe vips_operation_block_set("VipsForeignLoad", 1)
        for loader in ["Jpeg", "Png", "Webp", "Heif"] {
            unsafe vips_operation_block_set("VipsForeignLoad\(loader)", 0)
        }
    }

    /// Lets SVGs of the program's own be read from now on, in a process that draws.
    static func allowDrawing() {
        unsafe vips_operation_block_set("VipsForeignLoadSvg", 0)
    }
}
