import CZip
import Foundation
import Glibc
import Ground
import ObjectStore

/// A zip file open for additions; nothing is written before it is closed.
///
/// All calls block. Pointers of libzip stay in this file. The archive is closed or discarded before it is freed. The
/// unsafe pointer is safe here: it is private, and gone once the archive is closed.
@safe final class ZipArchive {
    struct ZipEntry {
        let name: String
        let size: Int
        fileprivate let content: Content

        fileprivate enum Content {
            case written(checksum: UInt32)
            case pending(file: String)
        }

        /// The CRC-32 of its bytes; a file that is only to be added is read.
        func checksum() throws -> UInt32 {
            switch content {
            case .written(let checksum): checksum
            case .pending(let file): try ZipArchive.checksum(of: file)
            }
        }
    }

    private let path: String
    private let name: String
    private var archive: OpaquePointer?

    /// Opens an archive, or begins a new one.
    ///
    /// - Parameter name: What it is called where something fails.
    init(path: String, named name: String) throws {
        self.path = path
        self.name = name
        var code: CInt = 0
        unsafe archive = zip_open(path, ZIP_CREATE, &code)
        guard unsafe archive == nil else { return }
        let number = errno
        var error = unsafe zip_error_t()
        unsafe zip_error_init_with_code(&error, code)
        defer { unsafe zip_error_fini(&error) }
        if code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS { throw WorkerError.notAZip(path: name) }
        let isOfSystem = unsafe zip_error_system_type(&error) == ZIP_ET_SYS
        throw StorageError.unavailable(
            place: .file(name),
            detail: unsafe isOfSystem
                ? SystemError.words(for: number) : String(cString: zip_error_strerror(&error)))
    }

    deinit {
        if let archive = unsafe archive { unsafe zip_discard(archive) }
    }

    /// The files in it, by their names in small letters.
    func entries() throws -> [String: ZipEntry] {
        guard let archive = unsafe archive else { return [:] }
        var entries: [String: ZipEntry] = [:]
        let count = unsafe zip_get_num_entries(archive, 0)
        for index in 0..<UInt64(max(0, count)) {
            var status = unsafe zip_stat_t()
            guard unsafe zip_stat_index(archive, index, 0, &status) == 0,
                let text = unsafe status.name
            else { throw failure }
            let entry = unsafe ZipEntry(
                name: String(cString: text), size: Int(status.size),
                content: .written(checksum: status.crc))
            entries[entry.name.lowercased()] = entry
        }
        return entries
    }

    /// Adds a file under a name that is not there yet; it is read when the archive is closed.
    ///
    /// Not compressed: pictures are already.
    func add(_ file: String, _ mark: FileMark, as name: String) throws -> ZipEntry {
        guard let archive = unsafe archive,
            let source = unsafe zip_source_file(archive, file, 0, -1)
        else { throw failure }
        let index = unsafe zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            let failure = failure
            unsafe zip_source_free(source)
            throw failure
        }
        guard unsafe zip_set_file_compression(archive, UInt64(index), ZIP_CM_STORE, 0) == 0,
            unsafe zip_file_set_mtime(archive, UInt64(index), mark.changed, 0) == 0
        else { throw failure }
        return ZipEntry(name: name, size: mark.size, content: .pending(file: file))
    }

    /// Writes the archive to a new file and puts it in the old one's place, in one step.
    func close() throws {
        guard let archive = unsafe archive else { return }
        guard unsafe zip_close(archive) == 0 else { throw failure }
        unsafe self.archive = nil
        // Photos of people: readable by the owner only, whatever the umask.
        guard unsafe chmod(path, 0o600) == 0 else {
            throw StorageError.unavailable(place: .file(name), detail: SystemError.latest)
        }
    }

    static func checksum(of file: String) throws -> UInt32 {
        checksum(of: try DurableFile.read(file) ?? Data())
    }

    static func checksum(of bytes: Data) -> UInt32 {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UInt32(
                truncatingIfNeeded: crc32_z(
                    0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
        }
    }

    private var failure: StorageError {
        guard let archive = unsafe archive else {
            return .unavailable(place: .file(name), detail: "closed")
        }
        return .unavailable(
            place: .file(name), detail: unsafe String(cString: zip_strerror(archive)))
    }
}
