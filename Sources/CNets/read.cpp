// Reads a model file into values and operators.
#include "Model.hpp"
#include "Schema.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace headshot::nets {

namespace {

using namespace schema;

// Widens a half-precision float. Those of the three models are finite; the bits of others are converted unchecked.
float widen(std::uint16_t half) {
    const std::uint32_t sign = (half & 0x8000u) << 16, exponent = (half >> 10) & 31, fraction = half & 1023;
    std::uint32_t bits;
    if (exponent == 0) {
        const float small = static_cast<float>(fraction) * 0x1p-24f;
        std::memcpy(&bits, &small, sizeof bits);
    } else if (exponent == 31) {
        bits = 0x7f800000u | fraction << 13;
    } else {
        bits = (exponent + 112) << 23 | fraction << 13;
    }
    bits |= sign;
    float wide;
    std::memcpy(&wide, &bits, sizeof wide);
    return wide;
}

class Reader {
public:
    Reader(Bytes file, Budget &memory) : file_(file), memory_(memory) {}

    Model read() {
        require(file_.count() <= most_bytes_of_file);
        require(file_.read<std::uint32_t>(4) == 0x334c4654);  // TFL3
        const Table root(file_, file_.follow(0));
        const Tables graphs = root.tables(field::graphs);
        require(graphs.count() == 1);
        const Table graph = graphs[0];
        read_tensors(graph.tables(field::tensors), root.tables(field::buffers));
        read_ends(graph);
        const Tables operators = graph.tables(field::operators), codes = root.tables(field::codes);
        require(operators.count() <= most_operators);
        for (std::size_t index = 0; index < operators.count(); ++index) read_operator(operators[index], codes);
        for (const std::size_t output : model_.outputs) require(state_[output] == State::computed);
        return std::move(model_);
    }

private:
    // A tensor is a constant, or a constant whose floats are widened, or is computed once before it is read.
    enum class State { unknown, constant, widened, computed };

    struct Constant {
        int type = float32;
        Bytes data;
    };

    void read_tensors(const Tables &tensors, const Tables &buffers) {
        require(tensors.count() <= most_tensors);
        for (std::size_t index = 0; index < tensors.count(); ++index) {
            const Table table = tensors[index];
            require(!table.has(field::sparsity) && !table.number<std::uint8_t>(field::is_variable, 0));
            model_.tensors.push_back(tensor(table.numbers<std::int32_t>(field::shape)));
            Constant constant;
            constant.type = table.number<std::int8_t>(field::type, 0);
            require(constant.type == float32 || constant.type == float16 || constant.type == int32);
            const auto data = buffers[table.number<std::uint32_t>(field::buffer, 0)].numbers<std::uint8_t>(field::data);
            constant.data = data.bytes();
            state_.push_back(data.count() ? State::constant : State::unknown);
            constants_.push_back(constant);
        }
    }

    static Tensor tensor(const Numbers<std::int32_t> &sides) {
        Tensor tensor;
        require(sides.count() <= 4);
        tensor.rank = static_cast<int>(sides.count());
        std::size_t count = 1;
        for (std::size_t index = 0; index < sides.count(); ++index) {
            const std::int32_t side = sides[index];
            require(side > 0 && static_cast<std::size_t>(side) <= most_floats_of_tensor / count);
            count *= static_cast<std::size_t>(side);
            tensor.shape.sides[4 - sides.count() + index] = side;
        }
        return tensor;
    }

    void read_ends(const Table &graph) {
        const auto inputs = graph.numbers<std::int32_t>(field::inputs);
        const auto outputs = graph.numbers<std::int32_t>(field::outputs);
        require(inputs.count() == 1 && outputs.count() >= 1 && outputs.count() <= most_outputs);
        model_.input = begin_value(inputs[0]);
        for (std::size_t index = 0; index < outputs.count(); ++index) {
            model_.outputs.push_back(tensor_index(outputs[index]));
            require(model_.outputs.back() != model_.input);
        }
    }

    std::size_t tensor_index(std::int32_t index) const {
        require(index >= 0 && static_cast<std::size_t>(index) < model_.tensors.size());
        return static_cast<std::size_t>(index);
    }

    // A tensor that gets its values here and nowhere else.
    std::size_t begin_value(std::int32_t number) {
        const std::size_t index = tensor_index(number);
        require(state_[index] == State::unknown && constants_[index].type == float32);
        require(model_.tensors[index].shape.filters() == 1);
        state_[index] = State::computed;
        return index;
    }

    std::size_t value(std::int32_t number) const {
        const std::size_t index = tensor_index(number);
        require(state_[index] == State::computed);
        return index;
    }

    const Tensor &constant_tensor(std::int32_t number, State state, int type) const {
        const std::size_t index = tensor_index(number);
        require(state_[index] == state && constants_[index].type == type);
        return model_.tensors[index];
    }

    // Weights are stored as half-precision floats, with an operator that widens them. They are widened on
    // request, so that none is held twice.
    void widen_later(std::int32_t from, std::int32_t to) {
        const Shape shape = constant_tensor(from, State::constant, float16).shape;
        const std::size_t index = tensor_index(to);
        require(state_[index] == State::unknown && constants_[index].type == float32);
        require(model_.tensors[index].shape == shape);
        state_[index] = State::widened;
        constants_[index] = constants_[tensor_index(from)];
    }

    std::vector<float> floats(std::int32_t number, Shape &shape) {
        shape = constant_tensor(number, State::widened, float16).shape;
        const Numbers<std::uint16_t> halves(constants_[tensor_index(number)].data);
        require(halves.count() == shape.count());
        memory_.take(shape.count());
        std::vector<float> floats(shape.count());
        for (std::size_t index = 0; index < floats.size(); ++index) floats[index] = widen(halves[index]);
        return floats;
    }

    std::vector<std::int32_t> integers(std::int32_t number, std::size_t count) const {
        require(constant_tensor(number, State::constant, int32).shape.count() == count);
        const Numbers<std::int32_t> data(constants_[tensor_index(number)].data);
        require(data.count() == count);
        std::vector<std::int32_t> integers(count);
        for (std::size_t index = 0; index < count; ++index) integers[index] = data[index];
        return integers;
    }

    void read_operator(const Table &table, const Tables &codes) {
        const Table code = codes[table.number<std::uint32_t>(field::code_index, 0)];
        // Old files use only the first field, which is too small for newer operators.
        const int number = std::max<int>(
            code.number<std::int8_t>(field::old_code, 0), code.number<std::int32_t>(field::new_code, 0));
        const auto inputs = table.numbers<std::int32_t>(field::step_inputs);
        const auto outputs = table.numbers<std::int32_t>(field::step_outputs);
        require(inputs.count() >= 1 && inputs.count() <= most_inputs && outputs.count() == 1);
        if (number == code_dequantize) {
            require(inputs.count() == 1);
            widen_later(inputs[0], outputs[0]);
            return;
        }
        Operator step;
        read_kind(number, table, code, inputs, step);
        step.output = begin_value(outputs[0]);
        model_.operators.push_back(std::move(step));
    }

    void read_kind(
        int number, const Table &table, const Table &code, const Numbers<std::int32_t> &inputs, Operator &step) {
        switch (number) {
        case code_convolution: return read_convolution(table, inputs, step);
        case code_depthwise_convolution: return read_depthwise(table, inputs, step);
        case code_custom: return read_transposed(table, code, inputs, step);
        case code_average_pool: return read_pool(Kind::average_pool, table, inputs, step);
        case code_max_pool: return read_pool(Kind::max_pool, table, inputs, step);
        case code_concatenation: return read_concatenation(table, inputs, step);
        case code_add: return read_arithmetic(Kind::add, add_options, table, inputs, step);
        case code_multiply: return read_arithmetic(Kind::multiply, multiply_options, table, inputs, step);
        case code_hard_swish: return read_values(Kind::hard_swish, 1, inputs, step);
        case code_logistic: return read_values(Kind::logistic, 1, inputs, step);
        case code_relu: return read_values(Kind::relu, 1, inputs, step);
        case code_pad:
            require(inputs.count() == 2);
            step.numbers = integers(inputs[1], 8);
            return read_values(Kind::pad, 1, inputs, step);
        case code_prelu:
            require(inputs.count() == 2);
            step.weights = floats(inputs[1], step.weights_shape);
            return read_values(Kind::prelu, 1, inputs, step);
        case code_reshape:
            // The output's shape says what to reshape to; an option or a second input repeats it.
            require(inputs.count() <= 2);
            return read_values(Kind::reshape, 1, inputs, step);
        case code_resize: return read_resize(table, inputs, step);
        default: throw Refusal();
        }
    }

    // The first inputs are values; the ones after them have been read as constants.
    void read_values(Kind kind, std::size_t count, const Numbers<std::int32_t> &inputs, Operator &step) const {
        require(inputs.count() >= count);
        step.kind = kind;
        for (std::size_t index = 0; index < count; ++index) step.inputs.push_back(value(inputs[index]));
    }

    static Table options(const Table &table, int type) {
        require(table.number<std::uint8_t>(field::options_type, 0) == type);
        return table.table(field::options);
    }

    // None of the models has an activation fused into another operator.
    static void require_no_activation(const Table &options, int field) {
        require(options.number<std::int8_t>(field, 0) == 0);
    }

    static void read_strides(const Table &options, Window &window) {
        const auto padding = options.number<std::int8_t>(field::padding, 0);
        require(padding == padding_same || padding == padding_valid);
        window.is_padded = padding == padding_same;
        window.stride_x = options.number<std::int32_t>(field::stride_x, 0);
        window.stride_y = options.number<std::int32_t>(field::stride_y, 0);
    }

    void read_filters(Kind kind, const Numbers<std::int32_t> &inputs, Operator &step) {
        require(inputs.count() == 3);
        read_values(kind, 1, inputs, step);
        step.weights = floats(inputs[1], step.weights_shape);
        Shape bias;
        step.bias = floats(inputs[2], bias);
        step.window.height = step.weights_shape.height();
        step.window.width = step.weights_shape.width();
    }

    void read_convolution(const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) {
        const Table given = options(table, convolution_options);
        read_strides(given, step.window);
        require_no_activation(given, field::activation);
        require(given.number<std::int32_t>(field::dilation_x, 1) == 1);
        require(given.number<std::int32_t>(field::dilation_y, 1) == 1);
        read_filters(Kind::convolution, inputs, step);
    }

    void read_depthwise(const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) {
        const Table given = options(table, depthwise_options);
        read_strides(given, step.window);
        require_no_activation(given, field::depthwise_activation);
        require(given.number<std::int32_t>(field::multiplier, 0) == 1);
        require(given.number<std::int32_t>(field::depthwise_dilation_x, 1) == 1);
        require(given.number<std::int32_t>(field::depthwise_dilation_y, 1) == 1);
        read_filters(Kind::depthwise_convolution, inputs, step);
    }

    // MediaPipe's own operator, whose options are three numbers: padding and strides.
    void read_transposed(
        const Table &table, const Table &code, const Numbers<std::int32_t> &inputs, Operator &step) {
        constexpr std::string_view expected = "Convolution2DTransposeBias";
        const auto name = code.numbers<std::uint8_t>(field::custom_name);
        require(name.count() == expected.size());
        for (std::size_t index = 0; index < expected.size(); ++index)
            require(name[index] == static_cast<std::uint8_t>(expected[index]));
        const Numbers<std::int32_t> given(table.numbers<std::uint8_t>(field::custom_options).bytes());
        require(given.count() == 3);
        step.window.stride_x = given[1];
        step.window.stride_y = given[2];
        read_filters(Kind::transposed_convolution, inputs, step);
    }

    void read_pool(Kind kind, const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) const {
        const Table given = options(table, pool_options);
        read_strides(given, step.window);
        step.window.width = given.number<std::int32_t>(field::width, 0);
        step.window.height = given.number<std::int32_t>(field::height, 0);
        require_no_activation(given, field::pool_activation);
        read_values(kind, 1, inputs, step);
    }

    void read_concatenation(const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) const {
        const Table given = options(table, concatenation_options);
        require_no_activation(given, field::concatenation_activation);
        read_values(Kind::concatenation, inputs.count(), inputs, step);
        const int rank = model_.tensors[step.inputs[0]].rank;
        for (const std::size_t input : step.inputs) require(model_.tensors[input].rank == rank);
        // The first dimension is the number of pictures, which is one.
        const auto axis = given.number<std::int32_t>(field::axis, 0);
        require(axis >= 1 && axis < rank);
        step.axis = 4 - rank + axis;
    }

    void read_arithmetic(
        Kind kind, int type, const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) const {
        require_no_activation(options(table, type), field::arithmetic_activation);
        require(inputs.count() == 2);
        read_values(kind, 2, inputs, step);
    }

    void read_resize(const Table &table, const Numbers<std::int32_t> &inputs, Operator &step) const {
        const Table given = options(table, resize_options);
        require(!given.number<std::uint8_t>(field::align_corners, 0));
        require(given.number<std::uint8_t>(field::half_pixel_centres, 0));
        require(inputs.count() == 2);
        step.numbers = integers(inputs[1], 2);
        read_values(Kind::resize, 1, inputs, step);
    }

    Bytes file_;
    Budget &memory_;
    Model model_;
    std::vector<State> state_;
    std::vector<Constant> constants_;
};

}  // namespace

Model read(Bytes file, Budget &memory) {
    return Reader(file, memory).read();
}

}  // namespace headshot::nets
