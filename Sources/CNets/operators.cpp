// All operators but the ordinary convolutions. Their shapes have been checked before, so nothing is checked here.
#include "Lanes.hpp"
#include "Model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace headshot::nets {

namespace {

// The input, the output and the parameters of an operator.
struct Work {
    const Operator &step;
    const Model &model;
    const Values &values;

    const Shape &in_shape() const { return model.tensors[step.inputs[0]].shape; }
    const Shape &out_shape() const { return model.tensors[step.output].shape; }
    const float *in(std::size_t index = 0) const { return values[step.inputs[index]]; }
    float *out() const { return values[step.output]; }
};

void relu(const Work &work) {
    const float *in = work.in();
    float *out = work.out();
    for_lanes(work.out_shape().count(), [&](auto load, auto store) { store(out, larger(load(in), Lanes{})); });
}

void hard_swish(const Work &work) {
    const float *in = work.in();
    float *out = work.out();
    const Lanes zero{}, three = zero + 3, six = zero + 6, sixth = zero + 1.0f / 6;
    for_lanes(work.out_shape().count(), [&](auto load, auto store) {
        const Lanes value = load(in);
        store(out, value * smaller(larger(value + three, zero), six) * sixth);
    });
}

void logistic(const Work &work) {
    const float *in = work.in();
    float *out = work.out();
    const std::size_t count = work.out_shape().count();
    for (std::size_t index = 0; index < count; ++index) out[index] = 1 / (1 + std::exp(-in[index]));
}

void prelu(const Work &work) {
    const std::size_t pixels = work.out_shape().pixels(), channels = work.out_shape().channels();
    const float *slopes = work.step.weights.data();
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const float *in = work.in() + pixel * channels;
        float *out = work.out() + pixel * channels;
        for_lanes(channels, [&](auto load, auto store) {
            const Lanes value = load(in);
            store(out, value > Lanes{} ? value : value * load(slopes));
        });
    }
}

void add(const Work &work) {
    const float *in = work.in(), *other = work.in(1);
    float *out = work.out();
    for_lanes(work.out_shape().count(), [&](auto load, auto store) { store(out, load(in) + load(other)); });
}

void multiply(const Work &work) {
    const std::size_t channels = work.out_shape().channels();
    // With one factor per channel, every pixel is multiplied by the same ones.
    const std::size_t stride = work.model.tensors[work.step.inputs[1]].shape == work.in_shape() ? channels : 0;
    for (std::size_t pixel = 0; pixel < work.out_shape().pixels(); ++pixel) {
        const float *in = work.in() + pixel * channels, *factors = work.in(1) + pixel * stride;
        float *out = work.out() + pixel * channels;
        for_lanes(channels, [&](auto load, auto store) { store(out, load(in) * load(factors)); });
    }
}

// The pixels of a picture under a window, which may reach beyond its border.
struct View {
    int top, bottom, left, right;

    View(const Window &window, const Shape &picture, int y, int x)
        : top(y * window.stride_y - window.top), bottom(std::min(top + window.height, picture.height())),
          left(x * window.stride_x - window.left), right(std::min(left + window.width, picture.width())) {
        top = std::max(top, 0);
        left = std::max(left, 0);
    }
};

template <class Join, class Finish>
void pool(const Work &work, float start, Join join, Finish finish) {
    const Shape in_shape = work.in_shape(), shape = work.out_shape();
    const std::size_t channels = shape.channels();
    float *out = work.out();
    for (int y = 0; y < shape.height(); ++y) {
        for (int x = 0; x < shape.width(); ++x, out += channels) {
            const View view(work.step.window, in_shape, y, x);
            std::fill(out, out + channels, start);
            for (int row = view.top; row < view.bottom; ++row) {
                const float *in = work.in() + (static_cast<std::size_t>(row) * in_shape.width() + view.left) * channels;
                for (int column = view.left; column < view.right; ++column, in += channels)
                    for_lanes(channels, [&](auto load, auto store) { store(out, join(load(out), load(in))); });
            }
            finish(out, (view.bottom - view.top) * (view.right - view.left));
        }
    }
}

void max_pool(const Work &work) {
    pool(
        work, -std::numeric_limits<float>::infinity(), [](Lanes a, Lanes b) { return larger(a, b); },
        [](float *, int) {});
}

void average_pool(const Work &work) {
    const std::size_t channels = work.out_shape().channels();
    pool(
        work, 0, [](Lanes a, Lanes b) { return a + b; },
        [&](float *out, int count) {
            for (std::size_t channel = 0; channel < channels; ++channel) out[channel] /= static_cast<float>(count);
        });
}

void reshape(const Work &work) {
    std::memcpy(work.out(), work.in(), work.out_shape().count() * sizeof(float));
}

void pad(const Work &work) {
    const Shape in_shape = work.in_shape(), shape = work.out_shape();
    const auto &numbers = work.step.numbers;
    const std::size_t top = numbers[2], left = numbers[4], front = numbers[6];
    std::fill(work.out(), work.out() + shape.count(), 0.0f);
    const float *in = work.in();
    for (int y = 0; y < in_shape.height(); ++y) {
        float *out = work.out() + ((top + y) * shape.width() + left) * shape.channels() + front;
        for (int x = 0; x < in_shape.width(); ++x, in += in_shape.channels(), out += shape.channels())
            std::memcpy(out, in, in_shape.channels() * sizeof(float));
    }
}

void concatenate(const Work &work) {
    const Shape shape = work.out_shape();
    const auto axis = static_cast<std::size_t>(work.step.axis);
    std::size_t outer = 1, inner = 1;
    for (std::size_t side = 0; side < axis; ++side) outer *= shape.sides[side];
    for (std::size_t side = axis + 1; side < 4; ++side) inner *= shape.sides[side];
    const std::size_t stride = shape.sides[axis] * inner;
    float *out = work.out();
    for (std::size_t index = 0; index < work.step.inputs.size(); ++index) {
        const std::size_t length = work.model.tensors[work.step.inputs[index]].shape.sides[axis] * inner;
        for (std::size_t part = 0; part < outer; ++part)
            std::memcpy(out + part * stride, work.in(index) + part * length, length * sizeof(float));
        out += length;
    }
}

// The two rows or columns around a position, and how close it is to the second.
struct Between {
    int first, second;
    float share;

    // The centres of pixels stay in place, whatever their number.
    Between(int index, int from, int to) {
        const float scale = static_cast<float>(from) / static_cast<float>(to);
        const float at = std::max(0.0f, (static_cast<float>(index) + 0.5f) * scale - 0.5f);
        first = std::min(static_cast<int>(at), from - 1);
        second = std::min(first + 1, from - 1);
        share = at - static_cast<float>(first);
    }
};

void resize(const Work &work) {
    const Shape in_shape = work.in_shape(), shape = work.out_shape();
    const std::size_t channels = shape.channels(), row = in_shape.width() * channels;
    float *out = work.out();
    for (int y = 0; y < shape.height(); ++y) {
        const Between rows(y, in_shape.height(), shape.height());
        const float *above = work.in() + rows.first * row, *below = work.in() + rows.second * row;
        for (int x = 0; x < shape.width(); ++x, out += channels) {
            const Between columns(x, in_shape.width(), shape.width());
            const std::size_t left = columns.first * channels, right = columns.second * channels;
            const Lanes across = Lanes{} + columns.share, down = Lanes{} + rows.share;
            for_lanes(channels, [&](auto load, auto store) {
                const Lanes a = load(above + left), b = load(below + left);
                const Lanes upper = a + (load(above + right) - a) * across;
                const Lanes lower = b + (load(below + right) - b) * across;
                store(out, upper + (lower - upper) * down);
            });
        }
    }
}

// One product for each value, its sums four at a time.
void transposed(const Work &work) {
    const Shape in_shape = work.in_shape(), shape = work.out_shape();
    const Window &window = work.step.window;
    const std::size_t channels = in_shape.channels(), filters = shape.channels();
    float *out = work.out();
    for (int y = 0; y < shape.height(); ++y) {
        for (int x = 0; x < shape.width(); ++x, out += filters) {
            const std::size_t pixel =
                static_cast<std::size_t>(y / window.height) * in_shape.width() + x / window.width;
            const float *in = work.in() + pixel * channels;
            for (std::size_t filter = 0; filter < filters; ++filter) {
                const std::size_t place =
                    (filter * window.height + y % window.height) * window.width + x % window.width;
                const float *weights = work.step.weights.data() + place * channels;
                Lanes sums{};
                for_lanes(channels, [&](auto load, auto) { sums += load(in) * load(weights); });
                out[filter] = work.step.bias[filter] + ((sums[0] + sums[1]) + (sums[2] + sums[3]));
            }
        }
    }
}

}  // namespace

void run(const Operator &step, const Model &model, const Values &values, float *gathered) {
    const Work work{step, model, values};
    switch (step.kind) {
    case Kind::add: return add(work);
    case Kind::average_pool: return average_pool(work);
    case Kind::concatenation: return concatenate(work);
    case Kind::convolution: return quickest_convolutions().run(step, model, values, gathered);
    case Kind::depthwise_convolution: return quickest_convolutions().run_depthwise(step, model, values);
    case Kind::hard_swish: return hard_swish(work);
    case Kind::logistic: return logistic(work);
    case Kind::max_pool: return max_pool(work);
    case Kind::multiply: return multiply(work);
    case Kind::pad: return pad(work);
    case Kind::prelu: return prelu(work);
    case Kind::relu: return relu(work);
    case Kind::reshape: return reshape(work);
    case Kind::resize: return resize(work);
    case Kind::transposed_convolution: return transposed(work);
    }
}

}  // namespace headshot::nets
