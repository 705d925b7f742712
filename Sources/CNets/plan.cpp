// Assigns memory to the values. Values share a place when their lifetimes do not overlap, so a net needs little
// memory and stays in the processor's caches.
#include "Model.hpp"

#include <algorithm>
#include <limits>

namespace headshot::nets {

namespace {

constexpr std::size_t for_ever = std::numeric_limits<std::size_t>::max();

struct Place {
    std::size_t start, end;
    std::size_t tensor;
};

// Each output value depends only on the input value at the same index, so it can replace it.
bool works_in_place(Kind kind) {
    switch (kind) {
    case Kind::add:
    case Kind::hard_swish:
    case Kind::logistic:
    case Kind::multiply:
    case Kind::prelu:
    case Kind::relu: return true;
    default: return false;
    }
}

class Planner {
public:
    explicit Planner(Model &model) : model_(model), last_(model.tensors.size(), 0) {
        for (std::size_t index = 0; index < model.operators.size(); ++index)
            for (const std::size_t input : model.operators[index].inputs) last_[input] = index;
        // What the caller writes and reads keeps its place.
        last_[model.input] = for_ever;
        for (const std::size_t output : model.outputs) last_[output] = for_ever;
    }

    std::size_t plan() {
        put(model_.input);
        for (std::size_t index = 0; index < model_.operators.size(); ++index) {
            const Operator &step = model_.operators[index];
            if (works_in_place(step.kind) && last_[step.inputs[0]] == index) {
                take_over(step.inputs[0], step.output);
            } else {
                put(step.output);
            }
            // A value that is never read is still computed, and its place is free after that step.
            const auto is_over = [&](const Place &place) { return last_[place.tensor] <= index; };
            places_.erase(std::remove_if(places_.begin(), places_.end(), is_over), places_.end());
        }
        return most_;
    }

private:
    // Uses the first gap between the places that is large enough.
    void put(std::size_t tensor) {
        constexpr std::size_t line = 16;
        const std::size_t length = (model_.tensors[tensor].shape.count() + line - 1) / line * line;
        std::size_t start = 0;
        auto next = places_.begin();
        for (; next != places_.end() && next->start < start + length; ++next) start = next->end;
        places_.insert(next, {start, start + length, tensor});
        model_.tensors[tensor].place = start;
        most_ = std::max(most_, start + length);
    }

    void take_over(std::size_t from, std::size_t to) {
        for (Place &place : places_)
            if (place.tensor == from) place.tensor = to;
        model_.tensors[to].place = model_.tensors[from].place;
    }

    Model &model_;
    // The last operator that reads each value.
    std::vector<std::size_t> last_;
    // Sorted by their starts, without overlaps.
    std::vector<Place> places_;
    std::size_t most_ = 0;
};

}  // namespace

void plan(Model &model, Budget &memory) {
    model.memory = Planner(model).plan();
    memory.take(model.memory);
    memory.take(model.gathered * most_pixels_at_once);
}

}  // namespace headshot::nets
