import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Which folder may import from which: the table of docs/architecture.md. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/clock': [],
  'src/geometry': [],
  'src/knowledge': [],
  'src/protocol': [],
  'src/text': [],
  'src/llm': ['src/text'],
  'src/goal': ['src/knowledge'],
  'src/body': ['src/geometry', 'src/knowledge', 'src/clock', 'src/protocol', 'src/text'],
  'src/perception': ['src/body', 'src/geometry', 'src/knowledge', 'src/clock'],
  skills: ['src/body', 'src/perception', 'src/goal', 'src/geometry', 'src/knowledge', 'src/clock'],
  selector: ['src/goal', 'src/knowledge'],
  'src/episode': [
    'src/goal',
    'selector',
    'src/body',
    'src/perception',
    'src/llm',
    'src/knowledge',
    'src/clock',
  ],
  'src/agent': [
    'src/episode',
    'src/goal',
    'skills',
    'selector',
    'src/llm',
    'src/body',
    'src/perception',
    'src/knowledge',
    'src/clock',
  ],
  'src/world': ['src/geometry', 'src/knowledge', 'src/clock', 'src/protocol'],
  'src/text-world': [
    'src/agent',
    'src/episode',
    'src/goal',
    'skills',
    'selector',
    'src/knowledge',
    'src/clock',
  ],
  'src/trial': [
    'src/text',
    'src/episode',
    'src/agent',
    'src/text-world',
    'src/world',
    'src/body',
    'src/perception',
    'src/goal',
    'src/llm',
    'skills',
    'selector',
    'src/knowledge',
    'src/clock',
  ],
  'src/textcraft': ['src/agent', 'src/trial', 'selector', 'src/goal', 'src/llm', 'src/knowledge'],
  'src/report': ['src/trial', 'src/episode', 'src/text'],
  'src/watch': [
    'src/trial',
    'src/episode',
    'src/body',
    'src/goal',
    'src/geometry',
    'src/knowledge',
    'src/clock',
    'src/text',
  ],
  'src/queue': ['src/trial', 'src/episode', 'src/watch', 'src/llm', 'src/text'],
  'src/cli': [
    'src/queue',
    'src/text',
    'src/trial',
    'src/episode',
    'src/watch',
    'src/report',
    'src/textcraft',
    'skills',
    'selector',
    'src/body',
    'src/perception',
    'src/agent',
    'src/world',
    'src/goal',
    'src/llm',
    'src/knowledge',
    'src/clock',
  ],
}

const IMPORT = /^(?:import|export)\s+[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm

interface Import {
  file: string
  target: string
}

function folderOf(file: string): string {
  return file.split('/', file.startsWith('src/') ? 2 : 1).join('/')
}

function imports(): Import[] {
  return sources().flatMap(({ file, text }) =>
    [...text.matchAll(IMPORT)].map(([, stated, dynamic]) => ({
      file,
      target: normalize(join(file, '..', stated ?? dynamic ?? '')),
    })),
  )
}

function sources(): { file: string; text: string }[] {
  return ['src', 'skills', 'selector'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${top}/${name}`)
      .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })),
  )
}

/** Code that may stand only in certain places, which are told by how their paths begin. */
const KEPT_WITHIN: readonly { code: RegExp; within: readonly string[] }[] = [
  { code: /from 'mineflayer'/, within: ['src/body/'] },
  { code: /\.bot\b|\{[^{}]*\bbot\b[^{}]*\} = /, within: ['src/body/'] },
  { code: /\.blockAt\(/, within: ['src/body/'] },
  { code: /\.entities\[/, within: ['src/body/', 'src/perception/'] },
  { code: /\bClientWorld\b/, within: ['src/body/', 'src/perception/', 'src/watch/'] },
  { code: /\bspectator\b/, within: ['src/body/', 'src/watch/'] },
]

function isAllowed({ file, target }: Import): boolean {
  const [from, to] = [folderOf(file), folderOf(target)]
  return from === to || MAY_IMPORT[from]?.includes(to) === true
}

/**
 * The sets of files that reach each other by their imports, those of types and late ones among them.
 * Tarjan's algorithm: the files of a circle lie together on the stack when its first one is done.
 */
function circles(all: readonly Import[]): string[] {
  const targets = Map.groupBy(all, ({ file }) => file)
  const order = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  /** Returns the earliest file, by its place in the order, that this one reaches on the stack. */
  const visit = (file: string): number => {
    const place = order.size
    order.set(file, place)
    stack.push(file)
    let earliest = place
    for (const { target } of targets.get(file) ?? []) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target))
      else if (stack.includes(target)) earliest = Math.min(earliest, order.get(target) ?? 0)
    }
    if (earliest === place) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) found.push(circle.sort().join(', '))
    }
    return earliest
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return found
}

describe('the house', () => {
  const all = imports()

  it('has dependencies that point one way', () => {
    expect(all.length).toBeGreaterThan(100)
    const wrong = all.filter((found) => !isAllowed(found))
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })

  it('has no circles of files that import each other', () => {
    expect(circles(all)).toEqual([])
  })

  it('keeps the bot, and what the agent cannot see, behind the body', () => {
    const outside = sources().flatMap(({ file, text }) =>
      KEPT_WITHIN.filter(
        ({ code, within }) => code.test(text) && !within.some((place) => file.startsWith(place)),
      ).map(({ code }) => `${file}: ${code}`),
    )
    expect(outside).toEqual([])
  })

  it('has a rule for every folder', () => {
    const folders = new Set(all.map(({ file }) => folderOf(file)))
    expect([...folders].filter((folder) => !MAY_IMPORT[folder])).toEqual([])
  })

  it('keeps what is made of a version in one way', () => {
    const files = [...new Set(all.map(({ file }) => file))]
    const caches = files.filter((file) =>
      /Map<Registry\b/.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(caches).toEqual(['src/knowledge/per-version.ts'])
  })

  it('loads no server, nothing that draws reports, and nothing that keeps timers before the simulation can take them over', async () => {
    const script = `
      const { registerHooks } = await import('node:module')
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import('./src/cli/main.ts')
      console.log(JSON.stringify(loaded))
    `
    const node = await execa(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
    })
    const loaded = JSON.parse(node.stdout) as string[]
    expect(loaded.some((file) => file.includes('minecraft-data'))).toBe(true)
    const early =
      /node_modules\/(mineflayer|minecraft-protocol|flying-squid|hono|@hono|@jax-js|vega[a-z-]*|bullmq|ioredis)\//
    expect(loaded.filter((file) => early.test(file))).toEqual([])
  })
})
