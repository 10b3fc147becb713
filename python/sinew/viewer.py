"""MuJoCo's viewer: not there yet. The functions exist, and say so when they are called."""
from sinew import _absent

launch = _absent.function("viewer.launch", _absent.RENDERING)
launch_passive = _absent.function("viewer.launch_passive", _absent.RENDERING)
launch_from_path = _absent.function("viewer.launch_from_path", _absent.RENDERING)
