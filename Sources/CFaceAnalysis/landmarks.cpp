#include "include/CFaceAnalysis.h"

#include "Grey.hpp"

#include <dlib/image_processing/shape_predictor.h>

#include <exception>
#include <memory>

struct headshot_landmarks {
    dlib::shape_predictor predictor;
};

headshot_landmarks *headshot_landmarks_load(const char *path) {
    try {
        auto landmarks = std::make_unique<headshot_landmarks>();
        dlib::deserialize(path) >> landmarks->predictor;
        return landmarks.release();
    } catch (...) {
        return nullptr;
    }
}

void headshot_landmarks_free(headshot_landmarks *landmarks) {
    delete landmarks;
}

int headshot_landmarks_count(const headshot_landmarks *landmarks) {
    return static_cast<int>(landmarks->predictor.num_parts());
}

int headshot_landmarks_find(
    const headshot_landmarks *landmarks, const std::uint8_t *grey, int width, int height,
    const headshot_face *face, double *points, int capacity) {
    try {
        headshot::Grey picture;
        headshot::copy(grey, width, height, picture);
        const dlib::rectangle box(
            static_cast<long>(face->left), static_cast<long>(face->top),
            static_cast<long>(face->left + face->width) - 1,
            static_cast<long>(face->top + face->height) - 1);
        const auto shape = landmarks->predictor(picture, box);
        const int count = static_cast<int>(shape.num_parts());
        if (count > capacity) return -1;
        for (int index = 0; index < count; ++index) {
            points[2 * index] = static_cast<double>(shape.part(index).x());
            points[2 * index + 1] = static_cast<double>(shape.part(index).y());
        }
        return 0;
    } catch (...) {
        return -1;
    }
}
