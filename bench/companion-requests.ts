/**
 * Makes 44 requests of a companion, each in a new world, and lets the world decide whether they were fulfilled: by
 * inventories, positions and blocks.
 *
 *     npx node bench/companion-requests.ts [first seed: 1] [part of the requests' names] [perception: player]
 */
import { Vec3 } from 'vec3'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import { stacksOf } from '#world/windows/stacks'
import { CompanionStage, onGround } from './companion-stage.ts'

/** One request. */
interface Request {
  readonly kind: string
  /** Lines of Ann. Each one is said when the companion has nothing to do; after a `+`, at once. */
  readonly say: readonly string[]
  /** Items that the companion has. */
  readonly has?: Readonly<Record<string, number>>
  /** Blocks beside the companion, at these places. */
  readonly blocks?: readonly (readonly [dx: number, name: string])[]
  /** Time of day at the start. */
  readonly time?: number
  /** What happens besides. */
  during?(stage: CompanionStage): void | Promise<void>
  /** Limit (ticks). */
  readonly within: number
  /** Whether it is fulfilled. */
  isMet(stage: CompanionStage, scene: Scene): boolean
}

interface Scene {
  /** Where the companion stood at the start. */
  readonly start: Vec3
  /** Where Ann stands. */
  readonly ann: Vec3
}

const delver = (stage: CompanionStage, item: RegExp) => stage.carried('Delver', item)
const ann = (stage: CompanionStage, item: RegExp) => stage.carried('Ann', item)
const distance = (stage: CompanionStage, to: Vec3) =>
  stage.player('Delver')?.position.distanceTo(to) ?? Number.POSITIVE_INFINITY
const said = (stage: CompanionStage, text: RegExp) => stage.said.some((one) => text.test(one.text))

/** A request to obtain items, which the companion keeps. */
function obtains(kind: string, line: string, item: RegExp, count: number, within: number): Request {
  return { kind, say: [line], within, isMet: (stage) => delver(stage, item) >= count }
}

/** A request to obtain items for Ann. */
function brings(kind: string, line: string, item: RegExp, count: number, within: number): Request {
  return { kind, say: [line], within, isMet: (stage) => ann(stage, item) >= count }
}

const IRON_TICKS = 12_000
const CHEST: Request['blocks'] = [[2, 'chest']]

const REQUESTS: readonly Request[] = [
  obtains('gather', 'get 5 logs', /_log$/, 5, 4000),
  brings('gather', 'could you get me some wood please', /_log$/, 8, 5000),
  obtains('gather', 'get 10 dirt', /^dirt$/, 10, 3000),
  obtains('gather', 'get 8 cobblestone', /^cobblestone$/, 8, 5000),
  obtains('gather', 'mine 3 coal', /^coal$/, 3, IRON_TICKS),
  obtains('gather', 'get 3 iron ingots', /^iron_ingot$/, 3, IRON_TICKS),
  obtains('gather', 'find 4 sand', /^sand$/, 4, 8000),
  obtains('gather', 'kill a cow', /^beef$/, 1, 8000),
  obtains('gather', 'get 2 wool', /_wool$/, 2, 8000),
  obtains('gather', 'collect 2 wheat seeds', /^wheat_seeds$/, 2, 4000),
  obtains('craft', 'make a crafting table', /^crafting_table$/, 1, 4000),
  obtains('craft', 'craft 4 torches', /^torch$/, 4, IRON_TICKS),
  brings('craft', 'make me a stone pickaxe', /^stone_pickaxe$/, 1, 6000),
  obtains('craft', 'make a chest', /^chest$/, 1, 4000),
  obtains('craft', 'craft a furnace', /^furnace$/, 1, 6000),
  obtains('craft', 'make an iron pickaxe', /^iron_pickaxe$/, 1, 14_000),
  obtains('craft', 'make a bucket', /^bucket$/, 1, 14_000),
  obtains('craft', 'craft 3 ladders', /^ladder$/, 3, 5000),
  brings('fetch', 'bring 16 torches', /^torch$/, 16, IRON_TICKS),
  brings('fetch', 'get me 3 iron ingots', /^iron_ingot$/, 3, 14_000),
  {
    kind: 'fetch',
    say: ['bring me 2 planks and a chest and come'],
    within: 6000,
    isMet: (stage, { ann: at }) =>
      ann(stage, /_planks$/) >= 2 && ann(stage, /^chest$/) >= 1 && distance(stage, at) < 5,
  },
  {
    kind: 'fetch',
    say: ['give me all the cobblestone'],
    has: { cobblestone: 30 },
    within: 1000,
    isMet: (stage) => ann(stage, /^cobblestone$/) === 30 && delver(stage, /^cobblestone$/) === 0,
  },
  {
    kind: 'fetch',
    say: ['give 5 torches to Ben'],
    has: { torch: 12 },
    within: 1000,
    isMet: (stage) => stage.carried('Ben', /^torch$/) === 5 && delver(stage, /^torch$/) === 7,
  },
  {
    ...brings('fetch', 'i need a bed', /_bed$/, 1, 4000),
    has: { white_wool: 3, oak_planks: 3 },
  },
  {
    kind: 'move',
    say: ['come'],
    within: 1000,
    isMet: (stage, { ann: at }) => distance(stage, at) <= 4,
  },
  {
    kind: 'move',
    say: ['follow me'],
    within: 2000,
    async during(stage) {
      const player = stage.player('Ann')
      if (!player) return
      await stage.advance(200)
      for (let step = 0; step < 10; step++) {
        stage.world.game.editor.teleport(player, onGround(stage, player.position.offset(2, 0, 0)))
        await stage.advance(20)
      }
    },
    isMet: (stage) => distance(stage, stage.player('Ann')?.position ?? new Vec3(0, 0, 0)) < 6,
  },
  {
    kind: 'move',
    say: ['go to START+20'],
    within: 1500,
    isMet: (stage, { start }) =>
      (stage.player('Delver')?.position.xzDistanceTo(start.offset(20, 0, 0)) ?? 99) <= 4,
  },
  {
    kind: 'move',
    say: ['stay'],
    within: 600,
    during: (stage) => stage.advance(500),
    isMet: (stage, { start }) => distance(stage, start) < 3,
  },
  {
    kind: 'move',
    say: [
      'remember this as the mine',
      'go to START+20',
      'this is home',
      '+patrol between home and the mine',
    ],
    within: 4000,
    isMet: (stage, { ann: at }) => distance(stage, at) < 4 && stage.tick > 600,
  },
  {
    kind: 'move',
    say: ['go to START+200', '+stop'],
    within: 600,
    during: (stage) => stage.advance(300),
    isMet: (stage, { start }) => distance(stage, start) < 12,
  },
  {
    kind: 'remember',
    say: ['this is home', 'go to START+20', 'go home'],
    within: 3000,
    isMet: (stage, { ann: at }) => distance(stage, at) <= 4 && said(stage, /^I am home/),
  },
  {
    kind: 'remember',
    say: ['remember this as the mine', 'go to START+20', 'go to the mine'],
    within: 3000,
    isMet: (stage, { ann: at }) => distance(stage, at) <= 4 && said(stage, /^I am at (the )?mine/),
  },
  {
    kind: 'remember',
    say: ['put the cobblestone in the chest', 'take 10 cobblestone from the chest'],
    has: { cobblestone: 30 },
    blocks: CHEST,
    within: 2000,
    isMet: (stage) => said(stage, /in the chest/) && delver(stage, /^cobblestone$/) >= 10,
  },
  {
    kind: 'remember',
    say: ['keep 4 logs in the chest'],
    blocks: CHEST,
    within: 6000,
    during: (stage) =>
      stage
        .until(
          () => stage.memory.all('chests').some(({ contents }) => sumOf(contents, /_log$/) >= 4),
          5000,
        )
        .then(() => {}),
    isMet: (stage) =>
      stage.memory.all('chests').some(({ contents }) => sumOf(contents, /_log$/) >= 4),
  },
  {
    kind: 'remember',
    say: ['where is the nearest chest'],
    blocks: CHEST,
    within: 200,
    isMet: (stage, { start }) => {
      const { x, z } = start.floored().offset(2, 0, 0)
      return said(stage, new RegExp(`^I saw chest at ${x} -?\\d+ ${z}\\.$`))
    },
  },
  {
    ...obtains('remember', 'get 6 logs', /_log$/, 6, 8000),
    async during(stage) {
      await stage.advance(200)
      await stage.stop()
      await stage.start()
    },
  },
  {
    kind: 'store',
    say: ['put everything in the chest'],
    has: { dirt: 12, cobblestone: 3, torch: 2 },
    blocks: CHEST,
    within: 1000,
    isMet: (stage) => delver(stage, /./) === 0,
  },
  {
    kind: 'use',
    say: ['put on the iron helmet'],
    has: { iron_helmet: 1 },
    within: 400,
    isMet: (stage) => stage.world.carried('Delver')?.worn.includes('iron_helmet') === true,
  },
  {
    kind: 'use',
    say: ['place the crafting table'],
    has: { crafting_table: 1 },
    within: 600,
    isMet: (stage) => delver(stage, /^crafting_table$/) === 0 && hasBlock(stage, 'crafting_table'),
  },
  {
    kind: 'use',
    say: ['light up this area'],
    has: { torch: 8 },
    time: 14_000,
    within: 2000,
    isMet: (stage) => delver(stage, /^torch$/) < 8 && hasBlock(stage, 'torch'),
  },
  {
    kind: 'use',
    say: ['sleep'],
    has: { white_bed: 1 },
    time: 13_500,
    within: 3000,
    // The night passes only when all players sleep.
    async during(stage) {
      for (const name of ['Ann', 'Ben']) stage.player(name)?.kick('goodbye')
      await stage.until(() => stage.world.game.time.ofDay < 12_000, 2000)
    },
    isMet: (stage) => stage.world.game.time.ofDay < 12_000,
  },
  {
    kind: 'ask back',
    say: ['Delver, give me the pickaxe', '+the iron one'],
    has: { stone_pickaxe: 1, iron_pickaxe: 1 },
    within: 1000,
    isMet: (stage) => ann(stage, /^iron_pickaxe$/) === 1 && delver(stage, /^stone_pickaxe$/) === 1,
  },
  {
    kind: 'ask back',
    say: ['Delver, get 5 diamnods', '+no'],
    within: 400,
    isMet: (stage) => said(stage, /^Which diamnods .*diamond/) && stage.companion.isIdle,
  },
  {
    kind: 'ask back',
    say: ['get 3 iron ingots', '+never mind, wood first'],
    within: 5000,
    isMet: (stage) => ann(stage, /_log$/) >= 8 && delver(stage, /^iron_ingot$/) === 0,
  },
]

function sumOf(contents: Readonly<Record<string, number>>, item: RegExp): number {
  return Object.entries(contents).reduce((sum, [kind, n]) => sum + (item.test(kind) ? n : 0), 0)
}

/** Whether a kind of block is near the companion. */
function hasBlock(stage: CompanionStage, name: string): boolean {
  const { level } = stage.world.game
  const at = stage.player('Delver')?.position.floored()
  if (!at) return false
  for (let x = -8; x <= 8; x++)
    for (let y = -8; y <= 8; y++)
      for (let z = -8; z <= 8; z++) {
        const found = level.name(at.x + x, at.y + y, at.z + z)
        if (found === name || found === `wall_${name}`) return true
      }
  return false
}

async function isFulfilled(
  request: Request,
  seed: number,
): Promise<{ met: boolean; ticks: number; last: string }> {
  const stage = await CompanionStage.open({ seed, difficulty: 'normal', perception })
  try {
    const bots = [await stage.join('Ann'), await stage.join('Ben')]
    const [speaker] = bots
    for (const name of ['Ann', 'Ben']) speaker?.chat(`/gamemode creative ${name}`)
    const start = stage.player('Delver')?.position.clone() ?? new Vec3(0, 0, 0)
    const { editor, registry } = stage.world.game
    for (const [name, away] of [
      ['Ann', -8],
      ['Ben', 5],
    ] as const) {
      const player = stage.player(name)
      if (player) editor.teleport(player, onGround(stage, start.offset(away, 0, 0)))
    }
    for (const [dx, name] of request.blocks ?? [])
      editor.setBlock(start.floored().offset(dx, 0, 0), registry.blockState(name))
    if (request.blocks) {
      // The companion looks around when it joins.
      await stage.stop()
      await stage.start()
    }
    const companion = stage.player('Delver')
    for (const [item, count] of Object.entries(request.has ?? {}))
      companion?.inventory.give(stacksOf(registry).make(item, count))
    if (request.time !== undefined) editor.setTime(request.time)
    await stage.advance(60)
    const scene = { start, ann: stage.player('Ann')?.position.clone() ?? start }
    const begun = stage.tick
    for (const line of request.say) {
      if (!line.startsWith('+')) await stage.until(() => stage.companion.isIdle, request.within)
      const text = line
        .replace(/^\+/, '')
        .replace(
          /START\+(\d+)/,
          (_, away: string) => `${Math.floor(start.x) + Number(away)} ${Math.floor(start.z)}`,
        )
      speaker?.chat(text)
      await stage.advance(40)
    }
    await request.during?.(stage)
    const left = Math.max(1, request.within - (stage.tick - begun))
    const met = await stage.until(() => request.isMet(stage, scene), left)
    for (const bot of bots) bot.end()
    return { met, ticks: stage.tick - begun, last: stage.said.at(-1)?.text ?? '' }
  } finally {
    await stage.close()
  }
}

const [first = '1', only = '', mode = 'player'] = process.argv.slice(2)
const perception = PERCEPTION_MODES.find((one) => one === mode) ?? 'player'
const chosen = REQUESTS.map((request, index) => ({ request, seed: Number(first) + index })).filter(
  ({ request }) => `${request.kind} ${request.say.join(' ')}`.includes(only),
)
let fulfilled = 0
for (const { request, seed } of chosen) {
  const { met, ticks, last } = await isFulfilled(request, seed)
  if (met) fulfilled++
  const mark = met ? 'ok  ' : 'NOT '
  console.log(
    `${mark} ${request.kind.padEnd(9)} ${request.say.join(' / ')} (seed ${seed}, ${ticks} ticks)${met ? '' : `: ${last}`}`,
  )
}
console.log(`${fulfilled} of ${chosen.length} requests fulfilled`)
process.exit()
