"""An agent that mines, crafts, and takes hints from failures: a wooden pickaxe in a world of blocks."""

from delver_env import DelverEnv

GOALS = [
    "mine({log:3}, null)",
    "craft({planks:12}, {log:3}, null)",
    "craft({stick:4}, {planks:2}, null)",
    "craft({crafting_table:1}, {planks:4}, null)",
    "craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')",
]

with DelverEnv("craft_wooden_pickaxe") as env:
    observation, info = env.reset(seed=2)
    print(observation["text"])
    for goal in GOALS:
        observation, reward, terminated, truncated, info = env.step(goal)
        print(info["goal"], info["failure"] or "done", f"{info['ticks']} ticks", observation["inventory"])
        if terminated or truncated:
            break
    print("reward", reward, "end", info["end"])
