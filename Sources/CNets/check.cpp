// Checks that the shapes of a model fit together. A model that passes reads and writes only its own values.
#include "Model.hpp"

#include <cstdint>

namespace headshot::nets {

namespace {

// The number of steps of a filter of `window` along `side`, and the padding before the first.
int steps(int side, int window, int stride, bool is_padded, int &before) {
    require(window > 0 && stride > 0);
    before = 0;
    if (!is_padded) {
        require(window <= side);
        return (side - window) / stride + 1;
    }
    const int count = (side - 1) / stride + 1;
    // The padding is less than a window, so no step misses the picture altogether.
    const std::int64_t lacking = std::int64_t{count - 1} * stride + window - side;
    if (lacking > 0) before = static_cast<int>(lacking / 2);
    return count;
}

void check_window(const Shape &input, const Shape &output, Window &window) {
    require(output.height() == steps(input.height(), window.height, window.stride_y, window.is_padded, window.top));
    require(output.width() == steps(input.width(), window.width, window.stride_x, window.is_padded, window.left));
}

std::size_t area(const Window &window) {
    return static_cast<std::size_t>(window.height) * static_cast<std::size_t>(window.width);
}

void check_convolution(const Shape &input, const Shape &output, Operator &step, Model &model, Budget &work) {
    const Shape &weights = step.weights_shape;
    check_window(input, output, step.window);
    require(weights.channels() == input.channels() && weights.filters() == output.channels());
    require(step.bias.size() == static_cast<std::size_t>(weights.filters()));
    const std::size_t reach = weights.count() / weights.filters();
    if (reach > model.gathered) model.gathered = reach;
    work.take(output.pixels() * weights.count());
}

void check_depthwise(const Shape &input, const Shape &output, Operator &step, Budget &work) {
    const Shape &weights = step.weights_shape;
    check_window(input, output, step.window);
    require(weights.filters() == 1 && weights.channels() == input.channels());
    require(output.channels() == input.channels());
    require(step.bias.size() == static_cast<std::size_t>(input.channels()));
    work.take(output.pixels() * weights.count());
}

// Filters side by side without overlap: the only case in the models.
void check_transposed(const Shape &input, const Shape &output, const Operator &step, Budget &work) {
    const Shape &weights = step.weights_shape;
    const Window &window = step.window;
    require(window.stride_y == window.height && window.stride_x == window.width);
    require(std::int64_t{input.height()} * window.height == output.height());
    require(std::int64_t{input.width()} * window.width == output.width());
    require(weights.channels() == input.channels() && weights.filters() == output.channels());
    require(step.bias.size() == static_cast<std::size_t>(weights.filters()));
    work.take(output.count() * input.channels());
}

void check_pool(const Shape &input, const Shape &output, Operator &step, Budget &work) {
    require(output.channels() == input.channels());
    // This also limits the area: a larger window would see the same picture.
    require(step.window.height <= input.height() && step.window.width <= input.width());
    check_window(input, output, step.window);
    work.take(output.count() * area(step.window));
}

void check_concatenation(const Shape &output, const Operator &step, const Model &model) {
    std::int64_t length = 0;
    for (const std::size_t input : step.inputs) {
        Shape shape = model.tensors[input].shape;
        length += shape.sides[step.axis];
        shape.sides[step.axis] = output.sides[step.axis];
        require(shape == output);
    }
    require(length == output.sides[step.axis]);
}

void check_pad(const Shape &input, const Shape &output, const Operator &step) {
    for (std::size_t side = 0; side < 4; ++side) {
        const std::int64_t before = step.numbers[2 * side], after = step.numbers[2 * side + 1];
        require(before >= 0 && after >= 0);
        require(input.sides[side] + before + after == output.sides[side]);
    }
}

// There are as many factors as values, or one per channel.
void check_multiply(const Shape &input, const Shape &output, const Operator &step, const Model &model) {
    const Shape &factors = model.tensors[step.inputs[1]].shape;
    require(input == output);
    require(factors == input || (factors.pixels() == 1 && factors.channels() == input.channels()));
}

void check_operator(Operator &step, Model &model, Budget &work) {
    const Shape input = model.tensors[step.inputs[0]].shape, output = model.tensors[step.output].shape;
    work.take(input.count());
    work.take(output.count());
    switch (step.kind) {
    case Kind::convolution: return check_convolution(input, output, step, model, work);
    case Kind::depthwise_convolution: return check_depthwise(input, output, step, work);
    case Kind::transposed_convolution: return check_transposed(input, output, step, work);
    case Kind::average_pool:
    case Kind::max_pool: return check_pool(input, output, step, work);
    case Kind::concatenation: return check_concatenation(output, step, model);
    case Kind::pad: return check_pad(input, output, step);
    case Kind::multiply: return check_multiply(input, output, step, model);
    case Kind::add: return require(input == output && model.tensors[step.inputs[1]].shape == output);
    case Kind::hard_swish:
    case Kind::logistic:
    case Kind::relu: return require(input == output);
    case Kind::prelu:
        require(input == output && step.weights_shape.count() == static_cast<std::size_t>(input.channels()));
        return require(step.weights_shape.channels() == input.channels());
    case Kind::reshape: return require(input.count() == output.count());
    case Kind::resize:
        require(step.numbers[0] == output.height() && step.numbers[1] == output.width());
        return require(input.channels() == output.channels());
    }
    throw Refusal();
}

}  // namespace

void check(Model &model) {
    Budget work(most_work);
    for (Operator &step : model.operators) check_operator(step, model, work);
}

}  // namespace headshot::nets
