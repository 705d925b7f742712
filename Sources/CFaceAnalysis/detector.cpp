#include "include/CFaceAnalysis.h"

#include <dlib/array2d.h>
#include <dlib/base64.h>
#include <dlib/image_processing/frontal_face_detector.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Detector = dlib::frontal_face_detector;
using Scanner = Detector::image_scanner_type;

// What dlib::get_serialized_frontal_faces() returns, which takes half a second to unpack it.
std::string serialized_detector() {
    static const char text[] =
#include "frontal_faces.inc"
        ;
    std::istringstream in(text);
    std::ostringstream out;
    dlib::base64().decode(in, out);
    return out.str();
}

// Decoded on first use; the language makes that safe from several threads. Never changed: its call
// is not const, so each search has a separate scanner.
const Detector &detector() {
    static const Detector shared = [] {
        std::istringstream in(serialized_detector());
        Detector made;
        deserialize(made, in);
        return made;
    }();
    return shared;
}

struct View {
    Scanner::fhog_filterbank filters;
    double threshold;
};

const std::array<View, headshot_view_count> &views() {
    static const std::array<View, headshot_view_count> shared = [] {
        std::array<View, headshot_view_count> made;
        for (int index = 0; index < headshot_view_count; ++index) {
            // dlib stores the threshold after the last weight.
            const auto weights = detector().get_w(index);
            made[index].filters = detector().get_scanner().build_fhog_filterbank(weights);
            made[index].threshold = weights(detector().get_scanner().get_num_dimensions());
        }
        return made;
    }();
    return shared;
}

// Computes the features of a picture once, which all views score; in `sizes` sizes at most, if that is not 0.
void load(Scanner &scanner, const std::uint8_t *grey, int width, int height, int sizes = 0) {
    // Its rows have no gaps, like ours.
    dlib::array2d<unsigned char> picture(height, width);
    if (width > 0 && height > 0) std::memcpy(&picture[0][0], grey, static_cast<std::size_t>(width) * height);
    scanner.copy_configuration(detector().get_scanner());
    if (sizes > 0) scanner.set_max_pyramid_levels(sizes);
    scanner.load(picture);
}

struct Window {
    double score;
    dlib::rectangle box;
};

// The windows of one view whose centre is within a third of a face of the crop's centre.
std::vector<Window> windows_near_middle(const Scanner &scanner, const View &view, int width, int height) {
    std::vector<std::pair<double, dlib::rectangle>> found;
    scanner.detect(view.filters, found, view.threshold + headshot_view_floor);
    const double reach = std::min(width, height) / 1.9 / 3;
    std::vector<Window> near;
    for (const auto &[score, box] : found) {
        const double x = (box.left() + box.right() + 1) / 2.0 - width / 2.0;
        const double y = (box.top() + box.bottom() + 1) / 2.0 - height / 2.0;
        if (std::hypot(x, y) < reach) near.push_back({score - view.threshold, box});
    }
    return near;
}

std::vector<dlib::rect_detection> windows_of_all_views(const Scanner &scanner, double threshold) {
    std::vector<dlib::rect_detection> found;
    for (int index = 0; index < headshot_view_count; ++index) {
        const View &view = views()[index];
        std::vector<std::pair<double, dlib::rectangle>> windows;
        scanner.detect(view.filters, windows, view.threshold + threshold);
        for (const auto &[score, box] : windows) {
            dlib::rect_detection detection;
            detection.detection_confidence = score - view.threshold;
            detection.weight_index = index;
            detection.rect = box;
            found.push_back(detection);
        }
    }
    return found;
}

// One window for each face, chosen as the detector's own call does.
std::vector<dlib::rect_detection> best_first(std::vector<dlib::rect_detection> windows) {
    std::sort(windows.rbegin(), windows.rend());
    const auto &overlap = detector().get_overlap_tester();
    std::vector<dlib::rect_detection> kept;
    for (const auto &window : windows) {
        const bool is_new = std::none_of(kept.begin(), kept.end(), [&](const auto &other) {
            return overlap(other.rect, window.rect);
        });
        if (is_new) kept.push_back(window);
    }
    return kept;
}

double best_score(const std::vector<Window> &windows) {
    double best = headshot_view_floor;
    for (const Window &window : windows) best = std::max(best, window.score);
    return best;
}

// Neighbours of the best window are at most one step off; their weighted average is more precise than a step.
headshot_face mean_face(const std::vector<Window> &windows, double best, int view) {
    headshot_face face{0, 0, 0, 0, best, view};
    double sum = 0;
    for (const Window &window : windows) {
        const double weight = std::exp(3 * (window.score - best));
        face.left += weight * window.box.left();
        face.top += weight * window.box.top();
        face.width += weight * static_cast<double>(window.box.width());
        face.height += weight * static_cast<double>(window.box.height());
        sum += weight;
    }
    face.left /= sum;
    face.top /= sum;
    face.width /= sum;
    face.height /= sum;
    return face;
}

}  // namespace

int headshot_face_warm_up(void) {
    try {
        return views().empty() ? -1 : 0;
    } catch (...) {
        return -1;
    }
}

int headshot_face_detector_is_current(void) {
    try {
        return serialized_detector() == dlib::get_serialized_frontal_faces() ? 1 : 0;
    } catch (...) {
        return -1;
    }
}

int headshot_face_detect(
    const std::uint8_t *grey, int width, int height, double threshold, int sizes, headshot_face *faces,
    int capacity) {
    try {
        Scanner scanner;
        load(scanner, grey, width, height, sizes);
        int count = 0;
        for (const auto &[score, view, box] : best_first(windows_of_all_views(scanner, threshold))) {
            if (count == capacity) break;
            faces[count++] = {
                static_cast<double>(box.left()), static_cast<double>(box.top()),
                static_cast<double>(box.width()), static_cast<double>(box.height()),
                score, static_cast<int>(view)};
        }
        return count;
    } catch (...) {
        return -1;
    }
}

int headshot_face_views(const std::uint8_t *grey, int width, int height, headshot_views *result) {
    try {
        Scanner scanner;
        load(scanner, grey, width, height);
        bool found = false;
        for (int index = 0; index < headshot_view_count; ++index) {
            const auto windows = windows_near_middle(scanner, views()[index], width, height);
            const double best = best_score(windows);
            result->scores[index] = best;
            if (!windows.empty() && (!found || best > result->face.score)) {
                result->face = mean_face(windows, best, index);
                found = true;
            }
        }
        return found ? 0 : -1;
    } catch (...) {
        return -1;
    }
}
