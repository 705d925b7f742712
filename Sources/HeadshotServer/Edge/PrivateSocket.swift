import Foundation
import Glibc
import Ground
import Setup

/// A socket's file, which only the user of this process reaches before it has its mode.
///
/// `bind` makes a file with the mode that the umask leaves, and all threads have one umask. So the file is made in a folder
/// that only its owner enters, and moved once its mode is right.
struct PrivateSocket: Sendable {
    private let path: String
    private let folder: String
    /// Of the folder; open until the listener is closed, which removes by ``place`` what it has bound.
    private let descriptor: Int32

    /// Makes the folder; throws if there is something else at the path.
    init(at path: String) throws(ServerError) {
        self.path = path
        let address = "\(ListenAddress.socket(path: path))"
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            throw .cannotListen(
                address: address, detail: "Another file is there, which is not a socket")
        }
        var template = Array("\(path.parentFolder)/.headshot-XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else {
            throw .cannotListen(address: address, detail: SystemError.latest)
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let detail = SystemError.latest
            unsafe rmdir(folder)
            throw .cannotListen(address: address, detail: detail)
        }
    }

    /// Where the socket is bound: the folder's own path may be too long for a socket.
    var place: String { "/proc/self/fd/\(descriptor)/socket" }

    /// Lets the user and the group of this process connect to the bound socket, at its path.
    ///
    /// - Returns: Which file it is.
    func publish() throws(ServerError) -> FileNumber {
        guard unsafe chmod(place, 0o660) == 0, let number = FileNumber(of: place),
            unsafe rename(place, path) == 0
        else {
            throw .cannotListen(
                address: "\(ListenAddress.socket(path: path))", detail: SystemError.latest)
        }
        unsafe rmdir(folder)
        return number
    }

    /// Removes what is left.
    ///
    /// - Parameter number: The file that was published; another one that has taken its path stays.
    func remove(_ number: FileNumber?) {
        if let number, FileNumber(of: path) == number { unsafe unlink(path) }
        unsafe unlink(place)
        unsafe rmdir(folder)
        close(descriptor)
    }

    /// The number of a file and of its file system.
    struct FileNumber: Sendable, Equatable {
        private let device: dev_t
        private let inode: ino_t

        init?(of path: String) {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }
}

extension String {
    /// The folder of an absolute path.
    fileprivate var parentFolder: String {
        URL(filePath: self).deletingLastPathComponent().path(percentEncoded: false)
    }
}
