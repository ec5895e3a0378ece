/** TextCraft, the benchmark of ADaPT (section 4.1): `mineflayer-delver/textcraft`. */
export { type BenchmarkResult, runBenchmark, type TaskResult } from '#textcraft/benchmark'
export { Game } from '#textcraft/game'
export type { Played, Player } from '#textcraft/player'
export { Rulebook, TEXTCRAFT_VERSION } from '#textcraft/rulebook'
export { SymbolicPlayer, type SymbolicPlayerOptions } from '#textcraft/symbolic-player'
export { TEST_TASKS, type TextCraftTask, taskText } from '#textcraft/tasks'
