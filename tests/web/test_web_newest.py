"""What the server remembers has an end."""

from kreuzspinne.apps.web.newest import Newest


def test_the_oldest_make_way_and_what_is_put_in_again_is_new():
    kept = Newest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    kept.setdefault("d", 5)
    kept.setdefault("c", 6)
    assert dict(kept) == {"c": 4, "d": 5}
