#!/usr/bin/env python3
"""Writes Golden/nets.json: what LiteRT makes of drawn pictures with each of the three nets, and with a small one.

    python3 -m venv .build/nets
    .build/nets/bin/pip install ai-edge-litert==2.3.0 numpy
    .build/nets/bin/python Tests/NetsTests/golden.py models

LiteRT is needed here and nowhere else. It does not know the last operator of the selfie net, MediaPipe's own
Convolution2DTransposeBias, so that is replaced, in memory only, by TensorFlow Lite's TRANSPOSE_CONV with a bias, which
computes the same: its result is compared with the sum written out in numpy below before anything is written.

The pictures are a formula, `picture`, of which DrawnPicture.swift is the other half. Of a long output, every so many values
are kept, and the mean of all.

With --raw FOLDER, inputs and whole outputs are written there, too, as 32-bit floats: for a look at where something differs.
"""

import json
import pathlib
import sys

import numpy
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType
import flatbuffers

# Name, and the range that the net wants its pixels in.
NETS = {
    "selfie_segmentation": (0.0, 1.0),
    "face_landmark": (0.0, 1.0),
    "face_detection_short_range": (-1.0, 1.0),
    # Every operator in miniature; it is part of the repository.
    "small": (-1.0, 1.0),
}
SMALL = pathlib.Path(__file__).parent.parent / "Sanitize" / "small.tflite"
MOST_VALUES = 400

# Centre, radius and colour of the discs of the person, from back to front; a side is 1.
PERSON = [
    (0.50, 1.10, 0.42, (0.15, 0.20, 0.45)),
    (0.50, 0.72, 0.12, (0.80, 0.60, 0.50)),
    (0.50, 0.36, 0.25, (0.25, 0.15, 0.10)),
    (0.50, 0.45, 0.22, (0.85, 0.65, 0.55)),
    (0.42, 0.41, 0.035, (0.98, 0.98, 0.98)),
    (0.58, 0.41, 0.035, (0.98, 0.98, 0.98)),
    (0.42, 0.41, 0.018, (0.10, 0.10, 0.10)),
    (0.58, 0.41, 0.018, (0.10, 0.10, 0.10)),
    (0.50, 0.49, 0.025, (0.75, 0.52, 0.43)),
    (0.50, 0.56, 0.045, (0.70, 0.25, 0.25)),
]


def picture(name, side):
    """RGB from 0 to 1. All arithmetic is in 64 bits and in this order, so that the other half draws the same bits."""
    middles = (numpy.arange(side) + 0.5) / side
    x, y = middles[None, :], middles[:, None]
    pixels = numpy.empty((side, side, 3))
    pixels[..., 0] = x * 0.5 + y * 0.25
    pixels[..., 1] = y * 0.75 + 0.125
    pixels[..., 2] = x * y
    for centre_x, centre_y, radius, colour in PERSON if name == "person" else []:
        inside = (x - centre_x) * (x - centre_x) + (y - centre_y) * (y - centre_y) < radius * radius
        pixels[inside] = colour
    return pixels


def patched(model):
    """The same model with TRANSPOSE_CONV in place of MediaPipe's operator; others are as they were."""
    tree = schema.ModelT.InitFromPackedBuf(model, 0)
    graph = tree.subgraphs[0]
    changed = False
    for operator in graph.operators:
        code = tree.operatorCodes[operator.opcodeIndex]
        if code.customCode != b"Convolution2DTransposeBias":
            continue
        changed = True
        value, weights, bias = operator.inputs
        data = schema.BufferT()
        data.data = numpy.frombuffer(graph.tensors[operator.outputs[0]].shape.astype("<i4").tobytes(), numpy.uint8)
        tree.buffers.append(data)
        shape = schema.TensorT()
        shape.shape, shape.type, shape.buffer = [4], schema.TensorType.INT32, len(tree.buffers) - 1
        shape.name = b"output_shape"
        graph.tensors.append(shape)
        operator.inputs = [len(graph.tensors) - 1, weights, value, bias]
        operator.customOptions = None
        operator.builtinOptionsType = schema.BuiltinOptions.TransposeConvOptions
        operator.builtinOptions = schema.TransposeConvOptionsT()
        operator.builtinOptions.padding = schema.Padding.SAME
        operator.builtinOptions.strideW = operator.builtinOptions.strideH = 2
        code.customCode, code.version = None, 3
        code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.TRANSPOSE_CONV
    if not changed:
        return model
    builder = flatbuffers.Builder(len(model) + 4096)
    builder.Finish(tree.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def require_plain_sum(interpreter, model):
    """Compares the replaced operator with its sum, which has the input before it and the weights in the model."""
    tree = schema.ModelT.InitFromPackedBuf(model, 0)
    graph = tree.subgraphs[0]
    step = next(o for o in graph.operators if tree.operatorCodes[o.opcodeIndex].builtinCode == schema.BuiltinOperator.TRANSPOSE_CONV)
    _, weights, value, bias = (interpreter.get_tensor(i) for i in step.inputs)
    made = interpreter.get_tensor(step.outputs[0])[0]
    filters, rows, columns, _ = weights.shape
    plain = numpy.einsum("yxc,fabc->yaxbf", value[0], weights).reshape(made.shape) + bias
    assert made.shape == (value.shape[1] * rows, value.shape[2] * columns, filters)
    assert numpy.abs(made - plain).max() < 1e-4, "LiteRT's TRANSPOSE_CONV is not the sum that is meant"


def main():
    folder = pathlib.Path(sys.argv[1])
    raw = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[2] == "--raw" else None
    results = []
    for net, (low, high) in NETS.items():
        model = (SMALL if net == "small" else folder / f"{net}.tflite").read_bytes()
        usable = patched(model)
        # Without its delegates LiteRT keeps what lies between, which the comparison with the plain sum reads.
        interpreter = Interpreter(
            model_content=usable, num_threads=1, experimental_preserve_all_tensors=usable is not model,
            experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
        interpreter.allocate_tensors()
        entry = interpreter.get_input_details()[0]
        side = int(entry["shape"][1])
        for name in ("gradient", "person"):
            pixels = (picture(name, side) * (high - low) + low).astype(numpy.float32)
            interpreter.set_tensor(entry["index"], pixels[None])
            interpreter.invoke()
            if usable is not model:
                require_plain_sum(interpreter, usable)
            outputs = [interpreter.get_tensor(o["index"]) for o in interpreter.get_output_details()]
            if raw:
                pixels.tofile(raw / f"{net}.{name}.in")
                for index, output in enumerate(outputs):
                    output.tofile(raw / f"{net}.{name}.out{index}")
            entries = []
            for output in outputs:
                values = output.reshape(-1)
                # Odd, so that all columns and channels have their turn.
                stride = max(1, len(values) // MOST_VALUES) | 1
                entries.append({
                    "count": len(values),
                    "stride": stride,
                    "mean": round(float(values.astype(numpy.float64).mean()), 6),
                    "values": [round(float(v), 5) for v in values[::stride]],
                })
            results.append(
                {"net": net, "picture": name, "side": side, "low": low, "high": high, "outputs": entries})
    lines = ",\n".join("  " + json.dumps(result) for result in results)
    golden = pathlib.Path(__file__).parent / "Golden" / "nets.json"
    golden.parent.mkdir(exist_ok=True)
    golden.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
