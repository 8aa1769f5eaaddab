"""The faults that `mutation/plant.py` plants are still ones that can be planted."""

import pytest
from mutation.faults import FAULTS
from mutation.plant import occurrences


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.file}: {fault.old.strip()[:60]}")
def test_every_fault_has_its_place(fault):
    assert occurrences(fault) == 1
    assert fault.new != fault.old


def test_no_fault_twice():
    assert len(set(FAULTS)) == len(FAULTS) >= 30
