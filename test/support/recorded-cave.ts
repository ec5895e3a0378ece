import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Vec3 } from 'vec3'
import type { EventBody } from '#events/events'
import { registryFor } from '#knowledge/registry'
import { EventLog, RECORDING_FILE } from '#trial/event-log'
import type { BodyPose, RecordingHeader, RecordingLine } from '#watch/recording-format'
import { columnOf } from './chunk-column.ts'
import { sampleLog, sampleSettings } from './sample-events.ts'

const VERSION = '1.16.5'
const HEADER: RecordingHeader = {
  recording: 2,
  version: VERSION,
  minY: 0,
  height: 256,
  username: 'Delver',
}

/** Height of the tunnel's floor, height of the rock, and half of the rock's width (blocks). */
const TUNNEL = 20
const GROUND = 60
const EDGE = 32

/** Ticks of the trial, of its first milestone and of a turn; its tick limit, and the height of the tunnel's floor. */
export const CAVE = { floor: TUNNEL, ticks: 400, milestone: 100, turn: 200, maxTicks: 12_000 }

/**
 * Writes the folder of a killed trial, whose log has no end. The agent walks through a tunnel in rock and digs
 * at its end.
 * @param chat A chat message in the recording.
 * @param height The tunnel's height (blocks). In a tunnel of one block, the agent crawls.
 * @param looksBack The agent sees only ahead, stops in the middle of the tunnel, and turns around there.
 */
export function recordCave(folder: string, chat: string, height = 2, looksBack = false): void {
  mkdirSync(folder, { recursive: true })
  const log = EventLog.create(folder)
  const goal = { skill: 'mine', target: { iron_ore: 3 }, using: {}, tool: null } as const
  const rest: (readonly [number, EventBody])[] = [
    [1, { type: 'skill-start', skill: 'mine', goal, budget: 1000 }],
    [CAVE.milestone, { type: 'milestone', name: 'cobblestone' }],
    [CAVE.ticks, { type: 'milestone', name: 'coal' }],
  ]
  const settings = { ...sampleSettings, version: VERSION, maxTicks: CAVE.maxTicks }
  for (const event of sampleLog(settings, rest)) log.append(event)
  log.close()
  const text = [
    looksBack ? { ...HEADER, seesAhead: true } : HEADER,
    ...chunks(height),
    ...known(),
    ...life(chat, height === 1 ? 'crawl' : 'stand', looksBack),
  ].map((line) => JSON.stringify(line))
  writeFileSync(join(folder, RECORDING_FILE), gzipSync(`${text.join('\n')}\n`))
}

function chunks(height: number): RecordingLine[] {
  const stone = registryFor(VERSION).blockState('stone')
  const lines: RecordingLine[] = []
  for (let x = -EDGE; x < EDGE; x += 16)
    for (let z = -EDGE; z < EDGE; z += 16) {
      const column = new (columnOf(VERSION))({ minY: HEADER.minY, worldHeight: HEADER.height })
      for (let dx = 0; dx < 16; dx++)
        for (let dz = 0; dz < 16; dz++)
          for (let y = 0; y < GROUND; y++) {
            const isTunnel =
              x + dx === 0 && y >= TUNNEL && y < TUNNEL + height && Math.abs(z + dz) < 8
            if (!isTunnel) column.setBlockStateId(new Vec3(dx, y, dz), stone)
          }
      lines.push({ t: 0, name: 'chunk', x, z, chunk: column.toJson() })
    }
  return lines
}

/** The agent knows all blocks from one below the tunnel's floor up to three above it. */
function known(): RecordingLine[] {
  const lines: RecordingLine[] = []
  for (const x of [-16, 0])
    for (const z of [-16, 0]) {
      const runs = [(TUNNEL - 1 - 16) * 256, 4 * 256]
      lines.push({ t: 0, name: 'known', x, y: 16, z, runs })
    }
  return lines
}

function life(chat: string, pose: BodyPose, looksBack: boolean): RecordingLine[] {
  const lines: RecordingLine[] = [
    { t: 0, name: 'sky', time: 6000, rain: false },
    {
      t: 0,
      name: 'body',
      health: 20,
      food: 20,
      oxygen: 20,
      slots: [[36, 'iron_pickaxe', 1]],
      hand: 36,
    },
  ]
  for (let t = 0; t <= (looksBack ? 50 : 100); t += 2) {
    const pos = { x: 0.5, y: TUNNEL, z: 6 - t * 0.12 }
    lines.push({ t, name: 'pose', pose, pos, yaw: 0, pitch: -0.2 })
  }
  if (looksBack) {
    const pos = { x: 0.5, y: TUNNEL, z: 0 }
    lines.push({ t: CAVE.turn, name: 'pose', pose, pos, yaw: Math.PI, pitch: 0 })
    return lines
  }
  const block = { x: 0, y: TUNNEL, z: -8 }
  lines.push({ t: 110, name: 'mark', block, dig: 200, entity: null })
  lines.push({ t: CAVE.ticks, name: 'chat', text: chat })
  return lines
}
