#ifndef HEADSHOT_GREY_HPP
#define HEADSHOT_GREY_HPP

#include <dlib/array2d.h>

#include <cstdint>
#include <cstring>

namespace headshot {

// dlib's picture type; its rows have no gaps, like ours.
using Grey = dlib::array2d<unsigned char>;

inline void copy(const std::uint8_t *grey, int width, int height, Grey &picture) {
    picture.set_size(height, width);
    if (width > 0 && height > 0) {
        std::memcpy(&picture[0][0], grey, static_cast<std::size_t>(width) * height);
    }
}

}  // namespace headshot

#endif
