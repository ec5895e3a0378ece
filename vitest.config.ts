import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What tests leave in the folder for temporary files goes when they are over.
    globalSetup: ['test/support/temporary-folder.ts'],
    // A simulation replaces the timers of the whole process, so that files cannot share one at the same time.
    pool: 'forks',
    maxWorkers: availableParallelism(),
    // One after the other they do: to load and warm up the game and its versions takes longer than most files.
    // What a process has played before makes no difference to a history (test/trial-determinism.test.ts).
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
