import Foundation
import Ground
public import Glibc

/// The processes of this machine, as `/proc` has them.
public enum ProcessTable {
    /// The children of a process, this one by default, the dead ones that no process asked about among them.
    public static func children(of parent: pid_t = getpid()) -> Set<pid_t> {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(entries.compactMap(pid_t.init).filter { fields(of: $0)?.parent == parent })
    }

    /// What the system says of a process; nil of one that is not there.
    public static func fields(
        of process: pid_t
    ) -> (state: Substring, parent: pid_t?, niceness: Int?)? {
        let status = Descriptor.kernelText("/proc/\(process)/stat")
        // What is before the last bracket is the program's name, which may hold anything.
        guard let fields = status?.split(separator: ")").last?.split(separator: " "),
            fields.count > 16
        else { return nil }
        return (fields[0], pid_t(fields[1]), Int(fields[16]))
    }
}
