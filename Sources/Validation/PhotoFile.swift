public import FoundationEssentials
package import Glibc
public import Ground

/// The result of reading a photo's file.
public enum PhotoReading: Sendable, Equatable {
    case bytes(Data)
    case refused(Finding)
}

/// Reads photos from regular files only.
public enum PhotoFile {
    /// Reads the whole file at `path` if it is a regular file within the size limits.
    ///
    /// Does not follow links, and never waits for a pipe or a device.
    ///
    /// - Parameter larger: The size of a file that is read although it breaks the limits.
    public static func read(
        at path: String, limits: PhotoLimits = .standard, orOf larger: PhotoLimits? = nil
    ) async throws(ValidationError) -> PhotoReading {
        try await BlockingFiles.run { () throws(ValidationError) in
            guard let name = PathText.bytes(of: path) else { throw .fileNotFound(path: path) }
            let descriptor = unsafe open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return try refusal(errno: errno, path: path) }
            defer { close(descriptor) }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else {
                throw .fileUnreadable(path: path, errno: errno)
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                return .refused(.notRegular(fileKind(status.st_mode)))
            }
            let size = Int(status.st_size)
            if let finding = limits.finding(byteCount: size),
                larger?.byteCount.contains(size) != true
            {
                return .refused(finding)
            }
            return try contents(of: descriptor, since: status, path: path)
        }
    }

    /// Reads all bytes of a file that must still be as `status` says; a changed file is refused.
    package static func contents(
        of descriptor: Int32, since status: stat, path: String
    ) throws(ValidationError) -> PhotoReading {
        let size = Int(status.st_size)
        // Reading one byte more detects a file that grows.
        guard let bytes = Descriptor.read(descriptor, count: size + 1) else {
            throw .fileUnreadable(path: path, errno: errno)
        }
        guard bytes.count == size else {
            return .refused(.notSteady(seen: "\(bytes.count) bytes", expected: "\(size) bytes"))
        }
        var after = stat()
        guard unsafe fstat(descriptor, &after) == 0 else {
            throw .fileUnreadable(path: path, errno: errno)
        }
        guard after.st_mtim.tv_sec == status.st_mtim.tv_sec,
            after.st_mtim.tv_nsec == status.st_mtim.tv_nsec
        else {
            return .refused(.notSteady(seen: "written to", expected: "left alone"))
        }
        return .bytes(bytes)
    }

    /// Interprets a failure of `open`: two kinds of file cannot be opened at all.
    private static func refusal(
        errno: Int32, path: String
    ) throws(ValidationError) -> PhotoReading {
        switch errno {
        case ELOOP: return .refused(.notRegular("symbolic link"))
        case ENXIO: return .refused(.notRegular("socket"))
        case ENOENT, ENOTDIR: throw .fileNotFound(path: path)
        case EACCES, EPERM: throw .permissionDenied(path: path)
        default: throw .fileUnreadable(path: path, errno: errno)
        }
    }

    private static func fileKind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "folder"
        case S_IFIFO: "pipe"
        default: "device"
        }
    }
}
