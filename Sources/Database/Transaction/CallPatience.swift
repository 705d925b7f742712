/// How long calls wait for a server that is away, or for a file that another process writes.
public enum CallPatience {
    /// How long those of a task wait; `nil` for as long as the queue was opened for.
    @TaskLocal public static var ofTask: Duration?
}
