/** TextCraft, the benchmark of ADaPT (section 4.1): `mineflayer-delver/textcraft`. */
export { type BenchmarkResult, runBenchmark, type TaskResult } from '#textcraft/benchmark'
export { Game } from '#textcraft/game'
export { Rulebook, TEXTCRAFT_VERSION } from '#textcraft/rulebook'
export type { Played, Solver } from '#textcraft/solver'
export { SymbolicSolver, type SymbolicSolverOptions } from '#textcraft/symbolic-solver'
export { TEST_TASKS, type TextCraftTask, taskText } from '#textcraft/tasks'
