import CVips
import FoundationEssentials
import Ground
import Validation

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

    /// In bytes: no block that photo after photo needs is larger, and glibc takes no larger limit.
    private static let largestKeptBlock: Int32 = 32_000_000

    private static let isStarted: Bool = {
        guard headshot_vips_start() == 0 else { return false }
        loadHEIF()
        // Several jobs run in parallel, so none needs several threads.
        vips_concurrency_set(1)
        // No picture is read twice, and a cached result could belong to a file that has changed.
        vips_cache_set_max(0)
        // glibc keeps freed memory in an arena per thread, and keeps large blocks once one was freed.
        mallopt(M_ARENA_MAX, 1)
        if ImageLane.isInline {
            // A process for photo after photo needs the same memory each time, and the system clears each page anew.
            mallopt(M_MMAP_THRESHOLD, largestKeptBlock)
            mallopt(M_TRIM_THRESHOLD, 2 * largestKeptBlock)
        } else {
            mallopt(M_MMAP_THRESHOLD, largeBlock)
        }
        blockLoaders()
        return true
    }()

    /// Loads the module for HEIF, unless libvips has it built in or has loaded its modules.
    ///
    /// They are in a folder beside libvips, wherever that is.
    private static func loadHEIF() {
        guard unsafe vips_type_find("VipsOperation", "heifload_buffer") == 0 else { return }
        // dladdr would be simpler, but Swift's Glibc module does not have it.
        guard let maps = Descriptor.kernelText("/proc/self/maps"),
            let map = maps.split(separator: "\n").first(where: { $0.contains("/libvips.so") }),
            let path = map.firstIndex(of: "/"), let end = map.lastIndex(of: "/")
        else { return }
        let version = "\(vips_version(0)).\(vips_version(1))"
        let module = "\(map[path..<end])/vips-modules-\(version)/vips-heif.so"
        // Its types stay registered.
        if let module = unsafe g_module_open(module, G_MODULE_BIND_LAZY) {
            unsafe g_module_make_resident(module)
        }
    }

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
