"""
Recommends plans for another process: a view a line comes in, a plan goes out, both as JSON.

``{"view": "spider1 …"}`` is answered by ``{"plan": ["bi1", …]}``, in which no moves mean that none leads on. The
player's kernels stay loaded from one question to the next. It ends with its input.
"""

import json
import sys

from ...position import View
from .candidates import recommended
from .sight import Sight


def main() -> None:
    """Answer questions until the input ends."""
    for line in sys.stdin:
        view = View.read(json.loads(line)["view"])
        plan = [str(move) for move in recommended(Sight(view))]
        print(json.dumps({"plan": plan}), flush=True)


if __name__ == "__main__":
    main()
