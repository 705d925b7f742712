// The convolutions, which take nearly all of the time: compiled once for vectors of four floats and once for
// vectors of eight. Both sum up each value in the same order, so they give the same results.
#ifndef HEADSHOT_CNETS_CONVOLUTIONS_HPP
#define HEADSHOT_CNETS_CONVOLUTIONS_HPP

#include "Lanes.hpp"
#include "Model.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace headshot::nets {

namespace {

// The number of filters computed together: two vectors of them.
constexpr std::size_t filters_at_once = 2 * lanes;

// Sums up products of `Pixels` gathered pixels with one block of filters; the sums stay in registers.
template <std::size_t Pixels>
void sum_block(
    const std::array<const float *, most_pixels_at_once> &in, const float *weights, std::size_t reach,
    const float *bias, std::size_t filters, float *out, std::size_t stride) {
    const std::size_t low = std::min<std::size_t>(filters, lanes), high = filters - low;
    Lanes sums[Pixels][2];
    const Lanes low_bias = load(bias, low), high_bias = load(bias + low, high);
    for (auto &sum : sums) {
        sum[0] = low_bias;
        sum[1] = high_bias;
    }
    for (std::size_t index = 0; index < reach; ++index, weights += filters_at_once) {
        const Lanes first = load(weights), second = load(weights + lanes);
        for (std::size_t pixel = 0; pixel < Pixels; ++pixel) {
            const float value = in[pixel][index];
            sums[pixel][0] += value * first;
            sums[pixel][1] += value * second;
        }
    }
    for (std::size_t pixel = 0; pixel < Pixels; ++pixel, out += stride) {
        if (filters == filters_at_once) {
            store(out, sums[pixel][0]);
            store(out + lanes, sums[pixel][1]);
        } else {
            store(out, sums[pixel][0], low);
            store(out + low, sums[pixel][1], high);
        }
    }
}

// Copies the input of a filter at a position; zeros outside the picture.
void gather(const float *in, const Shape &shape, const Window &window, int y, int x, float *to) {
    const std::size_t channels = shape.channels();
    const int left = x * window.stride_x - window.left, right = left + window.width;
    const int first = std::max(left, 0), last = std::min(right, shape.width());
    const std::size_t before = (first - left) * channels, seen = (last - first) * channels,
                      after = (right - last) * channels;
    for (int row = y * window.stride_y - window.top, rows = window.height; rows > 0; --rows, ++row) {
        if (row < 0 || row >= shape.height()) {
            std::fill_n(to, before + seen + after, 0.0f);
        } else {
            std::fill_n(to, before, 0.0f);
            std::memcpy(
                to + before, in + (static_cast<std::size_t>(row) * shape.width() + first) * channels,
                seen * sizeof(float));
            std::fill_n(to + before + seen, after, 0.0f);
        }
        to += before + seen + after;
    }
}

// The part of a filter that is over the picture, and the input there.
struct Seen {
    const float *in, *weights;
    int rows, columns;
    std::size_t channels, in_row, weights_row;
};

// Sums up products for `Vectors` vectors of channels; several at a time, because a single sum would wait for
// its own previous step.
template <std::size_t Vectors>
void sum_vectors(const Seen &seen, std::size_t channel, const float *bias, float *out) {
    Lanes sums[Vectors];
    for (std::size_t index = 0; index < Vectors; ++index) sums[index] = load(bias + channel + index * lanes);
    for (int row = 0; row < seen.rows; ++row) {
        const float *in = seen.in + row * seen.in_row + channel;
        const float *weights = seen.weights + row * seen.weights_row + channel;
        for (int column = 0; column < seen.columns; ++column, in += seen.channels, weights += seen.channels)
            for (std::size_t index = 0; index < Vectors; ++index)
                sums[index] += load(in + index * lanes) * load(weights + index * lanes);
    }
    for (std::size_t index = 0; index < Vectors; ++index) store(out + channel + index * lanes, sums[index]);
}

void sum_channels(const Seen &seen, const float *bias, float *out) {
    std::size_t channel = 0;
    for (; channel + 4 * lanes <= seen.channels; channel += 4 * lanes) sum_vectors<4>(seen, channel, bias, out);
    for (; channel + 2 * lanes <= seen.channels; channel += 2 * lanes) sum_vectors<2>(seen, channel, bias, out);
    for (; channel + lanes <= seen.channels; channel += lanes) sum_vectors<1>(seen, channel, bias, out);
    for (; channel < seen.channels; ++channel) {
        float sum = bias[channel];
        for (int row = 0; row < seen.rows; ++row)
            for (int column = 0; column < seen.columns; ++column)
                sum += seen.in[row * seen.in_row + column * seen.channels + channel]
                    * seen.weights[row * seen.weights_row + column * seen.channels + channel];
        out[channel] = sum;
    }
}

bool sees_one_pixel(const Window &window) {
    return window.height == 1 && window.width == 1 && window.stride_y == 1 && window.stride_x == 1;
}

void run_convolution(const Operator &step, const Model &model, const Values &values, float *gathered) {
    const Shape in_shape = model.tensors[step.inputs[0]].shape, shape = model.tensors[step.output].shape;
    const std::size_t filters = shape.channels(), reach = step.weights_shape.count() / filters;
    const float *in = values[step.inputs[0]];
    float *out = values[step.output];
    const bool is_direct = sees_one_pixel(step.window);
    const std::size_t pixels = shape.pixels();
    for (std::size_t pixel = 0; pixel < pixels;) {
        const bool is_full = pixels - pixel >= most_pixels_at_once;
        const std::size_t count = is_full ? most_pixels_at_once : 1;
        std::array<const float *, most_pixels_at_once> seen{};
        for (std::size_t index = 0; index < count; ++index) {
            if (is_direct) {
                seen[index] = in + (pixel + index) * reach;
                continue;
            }
            float *to = gathered + index * reach;
            const int y = static_cast<int>((pixel + index) / shape.width());
            const int x = static_cast<int>((pixel + index) % shape.width());
            gather(in, in_shape, step.window, y, x, to);
            seen[index] = to;
        }
        for (std::size_t filter = 0; filter < filters; filter += filters_at_once) {
            const float *weights = step.weights.data() + filter * reach;
            const std::size_t block = std::min(filters - filter, filters_at_once);
            const auto sum = is_full ? sum_block<most_pixels_at_once> : sum_block<1>;
            sum(seen, weights, reach, step.bias.data() + filter, block, out + pixel * filters + filter, filters);
        }
        pixel += count;
    }
}

void run_depthwise(const Operator &step, const Model &model, const Values &values) {
    const Shape in_shape = model.tensors[step.inputs[0]].shape, shape = model.tensors[step.output].shape;
    const Window &window = step.window;
    const std::size_t channels = shape.channels();
    float *out = values[step.output];
    for (int y = 0; y < shape.height(); ++y) {
        const int top = y * window.stride_y - window.top;
        const int first_row = std::max(-top, 0), last_row = std::min(window.height, in_shape.height() - top);
        for (int x = 0; x < shape.width(); ++x, out += channels) {
            const int left = x * window.stride_x - window.left;
            const int first = std::max(-left, 0), last = std::min(window.width, in_shape.width() - left);
            Seen seen;
            seen.rows = last_row - first_row;
            seen.columns = last - first;
            seen.channels = channels;
            seen.in_row = in_shape.width() * channels;
            seen.weights_row = window.width * channels;
            seen.in = values[step.inputs[0]] + (top + first_row) * seen.in_row + (left + first) * channels;
            seen.weights = step.weights.data() + (first_row * window.width + first) * channels;
            sum_channels(seen, step.bias.data(), out);
        }
    }
}

constexpr Convolutions convolutions{filters_at_once, run_convolution, run_depthwise};

}  // namespace

}  // namespace headshot::nets

#endif
