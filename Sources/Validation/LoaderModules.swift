/// The modules that libvips loads at its start, for formats that it has not built in.
package enum LoaderModules {
    /// What the environment of a process says that needs none but HEIF's: `NAME=value`.
    ///
    /// libvips then does not find the others, for PDFs, slides and ImageMagick's many formats, which take as long as
    /// all else at its start. ``ImageLibrary/load()`` loads the one for HEIF.
    package static let none = "VIPSHOME=/nonexistent"
}
