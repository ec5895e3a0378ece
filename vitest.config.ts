import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { fastTests } from './test/support/fast-tests.ts'
import { LongestFirst } from './test/support/longest-first.ts'

const ROOT = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig(({ mode }) => ({
  test: {
    // `npm run test:fast` runs what needs no world, process or browser.
    include: mode === 'fast' ? fastTests(ROOT) : ['test/**/*.test.ts'],
    // `npm run test:all`, which CI runs, plays suites on all their versions; the others on one each.
    env: mode === 'all' ? { DELVER_TEST_VERSIONS: 'all' } : {},
    // Tests' temporary files are deleted at the end.
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/compile-cache.ts'],
    // A simulation replaces the timers of its whole process, so two files cannot share one at the same time.
    pool: 'forks',
    // One more than processors: many tests wait for a process, a browser or a time limit.
    maxWorkers: availableParallelism() + 1,
    // One after the other they can: loading the game's data takes longer than most test files.
    // A history does not depend on what its process played before (test/trial/determinism.test.ts).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**', 'skills/**', 'selector/**'],
      reporter: ['text-summary', 'html'],
    },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
}))
