import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What makes a test slow: the practice world, a trial, command or MCP server that plays in it, a process, a browser, Redis, the page's
 * assets, or the data of every Minecraft version.
 */
const SLOW =
  /['"](?:#world\/|#trial\/runner|#cli\/main|#watch\/assets|mineflayer'|#textcraft\/benchmark|execa|playwright-core|ioredis|bullmq|@modelcontextprotocol\/)|#selector\/training\/train|\/env-client\.ts/

const RELATIVE = /(?:from|import\()\s*'(\.[^']+)'/g

/**
 * The test files that neither directly nor by their support files use anything slow, relative to `root`.
 * They take about a minute on two cores.
 */
export function fastTests(root: string): string[] {
  const slow = new Map<string, boolean>()
  const isSlow = (file: string): boolean => {
    const known = slow.get(file)
    if (known !== undefined) return known
    // A file that is being looked at counts as fast, so that files that import each other end.
    slow.set(file, false)
    const text = readFileSync(file, 'utf8')
    const imported = [...text.matchAll(RELATIVE)].map(([, path = '']) => join(dirname(file), path))
    const found = SLOW.test(text) || imported.some((path) => existsSync(path) && isSlow(path))
    slow.set(file, found)
    return found
  }
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file))
    .filter((file) => !isSlow(join(root, file)))
}
