import CIsolation

/// What this process keeps of memory that it has freed.
public enum ProcessMemory {
    /// 128 kB: glibc's own bound, which it would raise with each large block that is freed.
    private static let largeBlock: Int32 = 131_072

    /// Has large blocks given back as soon as they are freed, for a process that holds many for a short time.
    ///
    /// Without it, a worker keeps the room of the most photos and answers that it ever held at once.
    public static func giveLargeBlocksBack() {
        headshot_give_blocks_back(largeBlock)
    }
}
