"""Plays real episodes. DELVER_ENV_COMMAND names the command, as for users."""

import os
import subprocess
import sys
import unittest

from delver_env import DelverEnv, DelverError, EpisodeOver, InvalidGoal

STICKS = ["mine({log:1}, null)", "craft({planks:4}, {log:1}, null)", "craft({stick:4}, {planks:2}, null)"]


class TextWorld(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.env = DelverEnv("craft_sticks", world="text")
        cls.addClassCleanup(cls.env.close)

    def test_an_episode_ends_with_a_reward(self):
        observation, info = self.env.reset(seed=1)
        self.assertEqual(observation["inventory"], {})
        self.assertEqual(info["target"]["item"], "stick")
        self.assertIn("mine", [skill["name"] for skill in info["skills"]])
        steps = [self.env.step(goal) for goal in STICKS]
        self.assertEqual([step[1:4] for step in steps], [(0.0, False, False)] * 2 + [(1.0, True, False)])
        self.assertEqual(steps[-1][4]["end"], "success")
        with self.assertRaises(EpisodeOver):
            self.env.step(STICKS[0])

    def test_a_goal_can_fail_and_can_be_its_parts(self):
        self.env.reset()
        info = self.env.step({"skill": "craft", "target": {"stick": 4}})[4]
        self.assertEqual(info["failure"]["kind"], "missing-material")
        observation = self.env.step({"skill": "mine", "target": {"log": 2}})[0]
        self.assertEqual(sum(observation["inventory"].values()), 2)

    def test_a_wrong_goal_is_an_exception_and_changes_nothing(self):
        before, _ = self.env.reset()
        for goal in ["mine(", "fly({log:1}, null)", {"skill": "mine", "target": {}}, {"skil": "mine"}]:
            with self.assertRaises((InvalidGoal, DelverError)):
                self.env.step(goal)
        for goal in [5, None, ["mine"]]:
            with self.assertRaisesRegex(InvalidGoal, "a goal is text or a dictionary"):
                self.env.step(goal)
        self.assertEqual(self.env.observe(), before)

    def test_time_runs_out(self):
        self.env.reset(options={"maxTicks": 50})
        step = self.env.wait(100)
        self.assertEqual(step[1:4], (0.0, False, True))
        self.assertEqual(step[4]["end"], "limit")

    def test_seeds_count_up_and_options_are_checked(self):
        first = self.env.reset(seed=1)[1]["seed"]
        seeds = [first, self.env.reset()[1]["seed"]]
        seeds += [self.env.reset(seed=7)[1]["seed"], self.env.reset()[1]["seed"]]
        self.assertEqual(seeds, [1, 2, 7, 8])
        with self.assertRaisesRegex(DelverError, "did you mean craft_sticks"):
            self.env.reset(options={"task": "craft_stickz"})
        with self.assertRaisesRegex(DelverError, "cheat"):
            self.env.reset(options={"cheat": True})


class PracticeWorld(unittest.TestCase):
    def test_a_body_obtains_sticks(self):
        with DelverEnv("craft_sticks", difficulty="peaceful") as env:
            observation, _ = env.reset(seed=3)
            self.assertEqual(observation["body"]["health"], 20)
            kinds = {source["kind"] for source in env.observe(["oak_log"])["sources"]}
            self.assertEqual(kinds, {"oak_log"})
            rewards = [env.step(goal)[1] for goal in STICKS]
            self.assertEqual(rewards, [0.0, 0.0, 1.0])


class Processes(unittest.TestCase):
    def test_a_missing_or_strange_command_is_reported(self):
        for command in [["/nowhere/delver"], [sys.executable, "-c", "print('hello')"], [sys.executable, "-c", ""]]:
            with self.assertRaises(DelverError) as caught:
                DelverEnv(command=command).reset()
            self.assertEqual(caught.exception.kind, "gone")

    def test_silence_is_limited(self):
        silent = [sys.executable, "-c", "import time; time.sleep(60)"]
        with self.assertRaisesRegex(DelverError, "no answer within 0.2 s"):
            DelverEnv(command=silent, timeout=0.2).reset()

    def test_a_closed_environment_can_be_reset(self):
        env = DelverEnv("craft_sticks", world="text")
        env.reset()
        env.close()
        with self.assertRaises(EpisodeOver):
            env.step(STICKS[0])
        env.reset()
        env.close()

    def test_an_agent_that_ends_leaves_no_process(self):
        script = "from delver_env import DelverEnv; e = DelverEnv('craft_sticks', world='text'); e.reset(); print(e._connection._process.pid)"
        done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True)
        pid = int(done.stdout)
        for _ in range(100):
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            subprocess.run([sys.executable, "-c", "import time; time.sleep(0.1)"], check=True)
        self.fail("delver env is still running")


try:
    import gymnasium
except ImportError:
    gymnasium = None


@unittest.skipIf(gymnasium is None, "gymnasium is not installed")
class Gymnasium(unittest.TestCase):
    def test_make_plays_an_episode(self):
        env = gymnasium.make("delver_env.gymnasium_env:Delver-v0", task="craft_sticks", world="text")
        self.addCleanup(env.close)
        text, info = env.reset(seed=1)
        self.assertIn("My inventory has {}", text)
        steps = [env.step(goal) for goal in STICKS]
        self.assertEqual(steps[-1][1:4], (1.0, True, False))
        self.assertGreaterEqual(steps[-1][4]["observation"]["inventory"]["stick"], 4)


if __name__ == "__main__":
    unittest.main()
