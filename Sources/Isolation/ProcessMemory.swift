import CIsolation

/// Controls the freed memory that this process keeps.
public enum ProcessMemory {
    /// 128 kB: glibc's own threshold, which it would otherwise raise with each large block that is freed.
    private static let largeBlock: Int32 = 131_072

    /// Returns large blocks to the system as soon as they are freed, for a process that holds many for a short time.
    ///
    /// Without it, a worker keeps the memory of the most photos and answers that it ever held at once.
    public static func giveLargeBlocksBack() {
        headshot_give_blocks_back(largeBlock)
    }

    /// Returns what is free now, in a process that is about to fork, and lets its children use fresh memory.
    ///
    /// They would copy used memory page by page, which takes ten times as long.
    public static func prepareToFork() {
        headshot_prepare_heap()
    }
}
