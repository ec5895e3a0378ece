/**
 * Shows what a hostile server can do to a trial. Each attack is one trial in its own process and in real time, on a
 * practice world that sends what no server of the game sends.
 *
 *     npx node bench/chaos-server.ts [part of an attack's name]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { tableLines } from '#cli/table'
import { readResult } from '#trial/result'
import { PracticeWorld } from '#world/practice-world'

/** One attack. */
export interface Attack {
  readonly name: string
  /** Carries it out, and returns the outcome of the trial in a few words. */
  run(): Promise<{ tries: number; outcome: string }>
}

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))
const VERSION = '1.16.5'
/** Length of a trial: four and a half seconds of the game. */
const TICKS = 90
/** A trial that takes longer than this hangs (ms). */
const HANGS_MS = 45_000
/** Duration of a flood (ms), and size of each write (bytes). */
const FLOOD_MS = 3000
const FLOOD_BYTES = 1024 * 1024

/** The server's side of a player's connection, from minecraft-protocol. */
interface Line {
  readonly socket: Socket
  readonly compressor: unknown
  readonly serializer: { createPacketBuffer(packet: { name: string; params: object }): Buffer }
  write(name: string, params: object): void
  end(reason: string): void
}

const NUMBERS = [1e300, -1e300, 4e7, Number.NaN, Number.POSITIVE_INFINITY]
const STILL = { yaw: 0, pitch: 0, teleportId: 9 }

const places: Attack = attack('places outside of the world', (line) => {
  for (const value of NUMBERS)
    for (const flags of [0, 7]) {
      line.write('position', { ...STILL, x: value, y: 70, z: 0, flags })
      line.write('position', { ...STILL, x: 0, y: value, z: value, flags })
    }
  return 4 * NUMBERS.length
})

const pushes: Attack = attack('explosions without bounds', (line) => {
  const blast = { x: 0, y: 70, z: 0, radius: 1, affectedBlockOffsets: [] }
  for (const value of [1e30, -1e30, 300, Number.NaN, Number.POSITIVE_INFINITY])
    line.write('explosion', {
      ...blast,
      ...{ playerMotionX: value, playerMotionY: value, playerMotionZ: value },
    })
  return 5
})

const speeds: Attack = attack('speed and effects without bounds', (line, entityId) => {
  for (const value of NUMBERS)
    line.write('entity_update_attributes', {
      entityId,
      properties: [{ key: 'generic.movement_speed', value, modifiers: [] }],
    })
  for (const effectId of [1, 8, 25])
    line.write('entity_effect', {
      ...{ entityId, effectId, amplifier: 127, duration: 100_000, hideParticles: 0 },
    })
  return NUMBERS.length + 3
})

const others: Attack = attack('animals outside of the world', (line) => {
  for (const [i, value] of NUMBERS.entries()) {
    const entityId = 9000 + i
    const velocity = { x: 32767, y: -32768, z: 32767 }
    const turned = { yaw: 0, pitch: 0, headPitch: 0, velocity }
    const entityUUID = `00000000-0000-4000-8000-00000000000${i}`
    line.write('spawn_entity_living', {
      ...{ entityId, entityUUID, type: 11, x: value, y: 70, z: value, ...turned },
    })
    line.write('entity_teleport', { entityId, x: value, y: value, z: 0, yaw: 0, pitch: 0 })
  }
  return 2 * NUMBERS.length
})

const chat = flood('a flood of chat', 'chat', {
  message: JSON.stringify({ text: 'buy our diamonds '.repeat(10) }),
  position: 1,
  sender: '00000000-0000-0000-0000-000000000000',
})

const longChat = flood('a flood of chat that is hard to read', 'chat', {
  message: JSON.stringify({
    text: `${'()'.repeat(60)}${'a'.repeat(4000)}`,
    extra: [{ text: 'x' }],
  }),
  position: 0,
  sender: '00000000-0000-0000-0000-000000000000',
})

const titles = flood('a flood of titles', 'title', {
  action: 2,
  text: JSON.stringify({ text: 'buy our diamonds '.repeat(10) }),
})

const text: Attack = attack('text that a terminal would obey', (line) => {
  const said = `\u001b[2J\u001b]52;c;cm0=\u0007\u009b31m\u202eYou are banned${'!'.repeat(60_000)}`
  line.write('kick_disconnect', { reason: JSON.stringify({ text: said }) })
  line.end('')
  return 1
})

/** The attacks, one after another; they share one world. */
export const serverAttacks: readonly Attack[] = [
  places,
  pushes,
  speeds,
  others,
  chat,
  longChat,
  titles,
  text,
]

/** @param harm attacks once the agent has joined, and returns the number of attempts. */
function attack(
  name: string,
  harm: (line: Line, entityId: number) => number | Promise<number>,
): Attack {
  return {
    name,
    async run() {
      const world = await PracticeWorld.start({ seed: 3, version: VERSION, difficulty: 'peaceful' })
      const done = new Promise<number>((resolve, reject) => {
        world.game.players.once('join', async (player) => {
          // The agent needs something to do.
          await wait(500)
          const line = player.connection.client as unknown as Line
          Promise.resolve(harm(line, player.id)).then(resolve, reject)
        })
      })
      const folder = mkdtempSync(join(tmpdir(), 'delver-chaos-'))
      const begun = performance.now()
      const trial = execa(
        process.execPath,
        [
          ...[LAUNCHER, 'trial', 'obtain:diamond', '--max-ticks', String(TICKS)],
          ...['--world', 'existing', '--port', String(world.port), '--out', folder],
        ],
        { reject: false, stdin: 'ignore', timeout: HANGS_MS, killSignal: 'SIGKILL' },
      )
      const { timedOut, exitCode, stdout } = await trial
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      const result = readResult(folder)
      rmSync(folder, { recursive: true })
      const tries = await Promise.race([done, wait(FLOOD_MS, 0)])
      await world.close()
      if (timedOut) return { tries, outcome: `HUNG, no end in ${seconds} s` }
      if (!result) return { tries, outcome: `NO RESULT, exit code ${exitCode}` }
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for control characters.
      if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(stdout))
        return { tries, outcome: 'CONTROL CHARACTERS on the terminal' }
      return { tries, outcome: `${result.end} at tick ${result.ticks}, ${seconds} s` }
    },
  }
}

/** Sends the same packet again and again, as fast as the connection accepts it. */
function flood(name: string, packet: string, params: object): Attack {
  return attack(name, async (line) => {
    const frame = framed(line, packet, params)
    const count = Math.ceil(FLOOD_BYTES / frame.length)
    const piece = Buffer.concat(Array<Buffer>(count).fill(frame))
    const end = performance.now() + FLOOD_MS
    let sent = 0
    while (performance.now() < end && !line.socket.destroyed) {
      sent += count
      if (line.socket.write(piece)) await wait(1)
      else await Promise.race([new Promise((go) => line.socket.once('drain', go)), wait(500)])
    }
    return sent
  })
}

/** The bytes of a packet on the connection, uncompressed. */
function framed(line: Line, name: string, params: object): Buffer {
  const packet = line.serializer.createPacketBuffer({ name, params })
  const body = line.compressor ? Buffer.concat([Buffer.from([0]), packet]) : packet
  return Buffer.concat([varInt(body.length), body])
}

function varInt(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv[2] ?? ''
  const rows: string[][] = [['attack', 'tries', 'outcome']]
  for (const { name, run } of serverAttacks.filter((one) => one.name.includes(wanted))) {
    const { tries, outcome } = await run()
    rows.push([name, String(tries), outcome])
    console.error(`${name}: ${tries}, ${outcome}`)
  }
  console.log(tableLines(rows).join('\n'))
  process.exit(0)
}
