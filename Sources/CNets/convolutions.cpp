// The convolutions, which take nearly all of the time.
#include "Lanes.hpp"
#include "Model.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace headshot::nets {

namespace {

// Filters that are computed together: two vectors of them.
constexpr std::size_t filters_at_once = 2 * lanes;

// Sums up products of `Pixels` gathered pixels with one block of filters; what has been summed stays in registers.
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

// Copies what a filter sees at a place; zeros where that is outside of the picture.
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

bool sees_one_pixel(const Window &window) {
    return window.height == 1 && window.width == 1 && window.stride_y == 1 && window.stride_x == 1;
}

}  // namespace

void arrange(Operator &step, Budget &memory) {
    const std::size_t filters = step.weights_shape.filters(), reach = step.weights_shape.count() / filters;
    const std::size_t blocks = (filters + filters_at_once - 1) / filters_at_once;
    memory.take(blocks * filters_at_once * reach);
    std::vector<float> arranged(blocks * filters_at_once * reach, 0.0f);
    for (std::size_t filter = 0; filter < filters; ++filter) {
        const std::size_t block = filter / filters_at_once, lane = filter % filters_at_once;
        for (std::size_t index = 0; index < reach; ++index)
            arranged[(block * reach + index) * filters_at_once + lane] = step.weights[filter * reach + index];
    }
    step.weights = std::move(arranged);
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
    const std::size_t channels = shape.channels(), row_length = in_shape.width() * channels;
    const float *bias = step.bias.data();
    float *out = values[step.output];
    for (int y = 0; y < shape.height(); ++y) {
        const int top = y * window.stride_y - window.top;
        const int first_row = std::max(-top, 0), last_row = std::min(window.height, in_shape.height() - top);
        for (int x = 0; x < shape.width(); ++x, out += channels) {
            const int left = x * window.stride_x - window.left;
            const int first = std::max(-left, 0), last = std::min(window.width, in_shape.width() - left);
            const float *in = values[step.inputs[0]] + (top + first_row) * row_length + (left + first) * channels;
            const float *weights = step.weights.data() + (first_row * window.width + first) * channels;
            for_lanes(channels, [&](auto load, auto store) {
                Lanes sum = load(bias);
                for (int row = 0; row < last_row - first_row; ++row) {
                    const float *seen = in + row * row_length;
                    const float *weight = weights + row * window.width * channels;
                    for (int column = first; column < last; ++column, seen += channels, weight += channels)
                        sum += load(seen) * load(weight);
                }
                store(out, sum);
            });
        }
    }
}

void run_transposed(const Operator &step, const Model &model, const Values &values) {
    const Shape in_shape = model.tensors[step.inputs[0]].shape, shape = model.tensors[step.output].shape;
    const Window &window = step.window;
    const std::size_t channels = in_shape.channels(), filters = shape.channels();
    float *out = values[step.output];
    for (int y = 0; y < shape.height(); ++y) {
        for (int x = 0; x < shape.width(); ++x, out += filters) {
            const std::size_t pixel =
                static_cast<std::size_t>(y / window.height) * in_shape.width() + x / window.width;
            const float *in = values[step.inputs[0]] + pixel * channels;
            for (std::size_t filter = 0; filter < filters; ++filter) {
                const std::size_t place =
                    (filter * window.height + y % window.height) * window.width + x % window.width;
                const float *weights = step.weights.data() + place * channels;
                Lanes sums{};
                for_lanes(channels, [&](auto load, auto) { sums += load(in) * load(weights); });
                out[filter] = step.bias[filter] + ((sums[0] + sums[1]) + (sums[2] + sums[3]));
            }
        }
    }
}

}  // namespace headshot::nets
