import Foundation
import Glibc
import Imaging
import Validation

/// Prepares photos as lines on stdin ask, `<planar|libvips> TAB <photo> TAB <result>`, and answers each
/// with `<CPU in ms> TAB <whole encodings> TAB <quality> TAB <treatment>`.
@main
enum PreparePhotos {
    static func main() async throws {
        // As decoding processes do, which keep their memory for one photo after another.
        ImageLane.runInline()
        while let line = readLine() {
            let fields = line.split(separator: "\t").map(String.init)
            let bytes = try Data(contentsOf: URL(filePath: fields[1]))
            let preparer = PhotoPreparer(usesPlanes: fields[0] == "planar")
            let start = processorTime()
            let preparation = try await preparer.prepare(bytes)
            let time = processorTime() - start
            guard case .prepared(let photo) = preparation else {
                answer("0\t0\t0\trefused")
                continue
            }
            try photo.jpeg.write(to: URL(filePath: fields[2]))
            answer("\(time)\t\(photo.encodings)\t\(photo.quality)\t\(photo.treatment.rawValue)")
        }
    }

    /// Writes a line at once: whoever asked waits for it.
    private static func answer(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// The CPU of this process so far, in milliseconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
