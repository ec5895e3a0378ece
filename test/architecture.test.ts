import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { PLANNERS } from '#agent/planner/planners'
import { ACCOUNT_KINDS } from '#body/accounts'
import { BUILD_RULES } from '#body/builds'
import { HANDS } from '#body/hand-limits'
import { NAVIGATORS } from '#body/navigation/navigators'
import { BUILT_IN_WORLDS } from '#events/worlds'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { ANSWER_FORMS } from '#llm/answer-forms'
import { API_NAMES } from '#llm/api'
import { LLM_TIMES } from '#llm/in-game-time'
import { MODEL_ROLES } from '#llm/settings'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import { CHOOSERS, SELECTORS } from '#selector/selectors'
import { EXECUTORS } from '#strategies/adapt/executors'
import { REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import { STRATEGIES } from '#strategies/registry'
import { BRANCH_SELECTORS } from '#textcraft/branch-selectors'
import { METHODS } from '#textcraft/methods'
import { FAULT_NAMES } from '#world/faults/faults'
import { TERRAIN_NAMES } from '#world/terrain/terrain-names'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMPORTS = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
).imports

/** The ground: time, blocks of a grid, facts of a version, packets and plain text. */
const GROUND = ['src/clock', 'src/geometry', 'src/knowledge', 'src/wire'] as const
/** The body and what it perceives. */
const BODY = ['src/body', 'src/perception'] as const
/** What chooses a goal and pursues it. */
const MIND = ['src/goal', 'skills', 'selector', 'src/llm', 'src/agent'] as const
/** The event log, and everything that plays a trial. */
const LIFE = ['src/events', 'src/program', 'src/strategies', 'src/life', 'src/text-world'] as const

/** Which folder may import from which: the table of the architecture document. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/clock': [],
  'src/geometry': [],
  'src/knowledge': [],
  'src/wire': [],
  'src/llm': ['src/wire'],
  'src/goal': GROUND,
  'src/body': GROUND,
  'src/perception': [...GROUND, 'src/body'],
  skills: [...GROUND, ...BODY, 'src/goal'],
  selector: [...GROUND, 'src/goal'],
  'src/world': GROUND,
  'src/agent': [...GROUND, ...BODY, ...MIND],
  'src/program': ['src/goal'],
  'src/strategies': [...GROUND, ...MIND, 'src/program'],
  'src/events': [...GROUND, ...BODY, ...MIND, 'src/strategies'],
  'src/life': [...GROUND, ...BODY, ...MIND, 'src/events', 'src/strategies'],
  'src/text-world': [...GROUND, ...MIND, 'src/events', 'src/strategies', 'src/life'],
  'src/trial': [...GROUND, ...BODY, ...MIND, ...LIFE, 'src/world'],
  'src/textcraft': [...GROUND, ...MIND, 'src/program', 'src/strategies', 'src/trial'],
  'src/report': ['src/wire', 'src/events', 'src/trial'],
  'src/watch': [...GROUND, 'src/body', 'src/goal', 'src/events', 'src/life', 'src/trial'],
  'src/queue': ['src/wire', 'src/knowledge', 'src/llm', 'src/events', 'src/trial', 'src/watch'],
  'src/api': [...GROUND, ...BODY, ...MIND, ...LIFE, 'src/world', 'src/trial', 'src/textcraft'],
  'src/env': [...GROUND, ...BODY, ...MIND, ...LIFE, 'src/world', 'src/trial'],
  'src/mcp': [...GROUND, ...BODY, ...MIND, ...LIFE, 'src/trial', 'src/watch', 'src/api'],
  'src/play': [...GROUND, ...BODY, ...MIND, ...LIFE, 'src/trial', 'src/api', 'src/mcp'],
  'src/cli': [
    ...GROUND,
    ...BODY,
    ...MIND,
    ...LIFE,
    'src/world',
    'src/trial',
    'src/textcraft',
    'src/queue',
    'src/watch',
    'src/report',
    'src/mcp',
    'src/env',
    'src/play',
  ],
}

/** The folders of skills from the ground up: each may import from itself and from the earlier ones. */
const SKILL_FOLDERS = [
  'core',
  'moving',
  'pursuit',
  'items',
  'mining',
  'building',
  'survival',
  'combat',
  'farming',
  'nether',
  'reflexes',
]
/** Composes the parts of the agent's state, each of which lies in the folder of the skills that change it. */
const STATE = 'skills/core/agent-state.ts'

const IMPORT = /^(?:import|export)\s+[^'"]*?from\s+'([.#][^']+)'|import\('([.#][^']+)'\)/gm

interface Import {
  file: string
  target: string
}

function folderOf(file: string): string {
  return file.split('/', file.startsWith('src/') ? 2 : 1).join('/')
}

function imports(): Import[] {
  return sources().flatMap(({ file, text }) =>
    [...text.matchAll(IMPORT)]
      .map(([, stated, dynamic]) => stated ?? dynamic ?? '')
      // Those that package.json maps one by one are packages.
      .filter((name) => IMPORTS[name] === undefined)
      .map((name) => ({ file, target: fileNamed(name, file) })),
  )
}

/** The file that an import names: relative to the importing file, or by an entry of package.json's `imports`. */
function fileNamed(name: string, importer: string): string {
  const [, area = '', rest = ''] = /^#([^/]+)\/(.*)$/.exec(name) ?? []
  if (area === '') return normalize(join(importer, '..', name))
  const target = IMPORTS[`#${area}/*`]
  if (target === undefined)
    throw new Error(`${importer} imports ${name}, which package.json does not map`)
  return normalize(target.replace('*', rest))
}

function sources(): { file: string; text: string }[] {
  return ['src', 'skills', 'selector'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${top}/${name}`)
      .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })),
  )
}

/** The names of each kind of part or setting, and the file with the list of those that are no keys of a record. */
const KINDS: readonly (readonly [names: readonly string[], listedIn?: string])[] = [
  ...([[PLANNERS], [DESCRIPTORS], [GOAL_READINGS], [STRATEGIES], [EXECUTORS]] as const),
  ...([[REPLAN_POLICIES], [SELECTORS], [CHOOSERS], [NAVIGATORS], [PERCEPTION_MODES]] as const),
  ...([[HANDS], [ACCOUNT_KINDS], [BUILT_IN_WORLDS], [FAULT_NAMES], [METHODS]] as const),
  [BRANCH_SELECTORS],
  [BUILD_RULES, 'src/body/builds.ts'],
  [DIFFICULTIES, 'src/knowledge/difficulty.ts'],
  [ANSWER_FORMS, 'src/llm/answer-forms.ts'],
  [API_NAMES, 'src/llm/api.ts'],
  [LLM_TIMES, 'src/llm/in-game-time.ts'],
  [MODEL_ROLES, 'src/llm/settings.ts'],
  [TERRAIN_NAMES, 'src/world/terrain/terrain-names.ts'],
]

/** Strings in a list or in a union. */
const LISTED = /'[\w-]+'(?:\s*[,|]\s*'[\w-]+')+/g

/** Code that may stand only in certain places, given by the start of their paths. */
const KEPT_WITHIN: readonly { code: RegExp; within: readonly string[] }[] = [
  // The plugins receive a bot, and hand it to the body.
  { code: /from 'mineflayer'/, within: ['src/body/', 'src/api/'] },
  { code: /body\/bot(?:\.ts)?'/, within: ['src/body/'] },
  { code: /\.entities\[/, within: ['src/body/', 'src/perception/'] },
  { code: /\bClientWorld\b/, within: ['src/body/', 'src/perception/', 'src/watch/'] },
  // In the practice world, it is a game mode.
  { code: /\bspectator\b/, within: ['src/body/', 'src/watch/', 'src/world/'] },
  // These read files of this package and of its dependencies, and /proc. The guarded reader reads all other files.
  {
    code: /import \{[^}]*\b(?:readFileSync|readFile|createReadStream)\b[^}]*\} from 'node:fs/,
    within: [
      'selector/training/train.ts',
      'src/agent/prompts.ts',
      'src/cli/optional-packages.ts',
      'src/knowledge/package-folder.ts',
      'src/textcraft/prompt.ts',
      'src/trial/code-hash.ts',
      'src/trial/folder-lock.ts',
      'src/watch/assets/',
    ],
  },
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

  it('the folders of skills build on each other in one order', () => {
    const level = (file: string) => SKILL_FOLDERS.indexOf(file.split('/')[1] ?? '')
    const within = all.filter(
      ({ file, target }) =>
        file.startsWith('skills/') && target.startsWith('skills/') && file !== STATE,
    )
    const inFolders = within.filter(({ file }) => file !== 'skills/library.ts')
    expect(inFolders.length).toBeGreaterThan(100)
    const wrong = inFolders.filter(
      ({ file, target }) => level(target) < 0 || level(file) < level(target),
    )
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
  })

  it('has no circles of files that import each other', () => {
    expect(circles(all)).toEqual([])
  })

  it('keeps the bot behind the body, and files of others behind the guarded reader', () => {
    const outside = sources().flatMap(({ file, text }) =>
      KEPT_WITHIN.filter(
        ({ code, within }) => code.test(text) && !within.some((place) => file.startsWith(place)),
      ).map(({ code }) => `${file}: ${code}`),
    )
    expect(outside).toEqual([])
  })

  it('lists the names of a kind in one file', () => {
    const lists = sources().flatMap(({ file, text }) =>
      [...text.matchAll(LISTED)].map(([list]) => ({ file, list })),
    )
    expect(lists.length).toBeGreaterThan(100)
    const repeated = lists.filter(({ file, list }) =>
      KINDS.some(
        ([names, listedIn]) =>
          file !== listedIn && names.every((name) => list.includes(`'${name}'`)),
      ),
    )
    expect(repeated).toEqual([])
  })

  it('has every folder in the table of the architecture document', () => {
    const document = readFileSync(join(ROOT, 'docs/development/architecture.md'), 'utf8')
    const rows = [...document.matchAll(/^\| `((?:src\/)?[a-z-]+)` \|/gm)].map(
      ([, folder]) => folder,
    )
    expect(rows).toEqual(expect.arrayContaining(Object.keys(MAY_IMPORT)))
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
      /node_modules\/(mineflayer|minecraft-protocol|hono|@hono|@jax-js|vega[a-z-]*|bullmq|ioredis)\//
    expect(loaded.filter((file) => early.test(file))).toEqual([])
  })
})
