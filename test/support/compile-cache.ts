import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * Lets the test processes, and all that they start, keep compiled code for the next process: a process that plays no
 * trial then takes half the time to start. Under coverage all code is compiled anew, because V8 counts it more exactly.
 */
export default function keepCompiledCode({ vitest }: TestProject): void {
  const { root, coverage } = vitest.config
  if (coverage.enabled) return
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/delver')
}
