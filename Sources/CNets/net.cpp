// The C functions: a model and its memory; no exception leaves them.
#include "include/CNets.h"

#include "Model.hpp"

#include <memory>
#include <utility>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

namespace {

using namespace headshot::nets;

// The values of all tensors. Under AddressSanitizer each has its own block, so that an access beyond it is detected.
class Memory {
public:
    explicit Memory(const Model &model) : gathered_(model.gathered * most_pixels_at_once) {
#if __has_feature(address_sanitizer)
        values_.resize(model.tensors.size());
        add_block(model, model.input);
        for (const Operator &step : model.operators) {
            if (model.tensors[step.output].place == model.tensors[step.inputs[0]].place) {
                values_[step.output] = values_[step.inputs[0]];
            } else {
                add_block(model, step.output);
            }
        }
#else
        blocks_.emplace_back(model.memory);
        for (const Tensor &tensor : model.tensors) values_.push_back(blocks_[0].data() + tensor.place);
#endif
    }

    const Values &values() const { return values_; }
    float *gathered() { return gathered_.data(); }

private:
    void add_block(const Model &model, std::size_t tensor) {
        blocks_.emplace_back(model.tensors[tensor].shape.count());
        values_[tensor] = blocks_.back().data();
    }

    std::vector<std::vector<float>> blocks_;
    Values values_;
    std::vector<float> gathered_;
};

Model prepare(Bytes file) {
    Budget memory(most_floats);
    Model model = read(file, memory);
    check(model);
    for (Operator &step : model.operators)
        if (step.kind == Kind::convolution) arrange(step, memory);
    plan(model, memory);
    return model;
}

}  // namespace

struct headshot_net {
    Model model;
    // None after the net was put to rest, until it is used again.
    std::unique_ptr<Memory> memory;

    explicit headshot_net(Model prepared) : model(std::move(prepared)), memory(std::make_unique<Memory>(model)) {}

    headshot_net_values values(std::size_t tensor) const {
        const Shape &shape = model.tensors[tensor].shape;
        float *values = memory ? memory->values()[tensor] : nullptr;
        return {values, shape.height(), shape.width(), shape.channels()};
    }
};

headshot_net *headshot_net_open(const void *bytes, size_t count) {
    if (!bytes) return nullptr;
    try {
        return std::make_unique<headshot_net>(prepare(Bytes(bytes, count))).release();
    } catch (...) {
        return nullptr;
    }
}

void headshot_net_close(headshot_net *net) {
    delete net;
}

void headshot_net_rest(headshot_net *net) {
    if (net) net->memory.reset();
}

headshot_net_values headshot_net_input(headshot_net *net) {
    if (!net) return headshot_net_values{};
    try {
        if (!net->memory) net->memory = std::make_unique<Memory>(net->model);
    } catch (...) {
        return headshot_net_values{};
    }
    return net->values(net->model.input);
}

int headshot_net_run(headshot_net *net) {
    if (!net || !net->memory) return -1;
    for (const Operator &step : net->model.operators) run(step, net->model, net->memory->values(), net->memory->gathered());
    return 0;
}

int headshot_net_output_count(const headshot_net *net) {
    return net ? static_cast<int>(net->model.outputs.size()) : -1;
}

headshot_net_values headshot_net_output(const headshot_net *net, int index) {
    if (!net || index < 0 || index >= headshot_net_output_count(net)) return headshot_net_values{};
    return net->values(net->model.outputs[static_cast<std::size_t>(index)]);
}
