import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Each file has a process of its own: a simulation replaces the timers of the whole process.
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
