import type { Body } from '#body/body'
import type { KnownBlocks } from '#body/vision'
import type { Emit } from './recording-writer.ts'

/** Radius around the agent in which known blocks are recorded: sight ends after 48 blocks (sections). */
const RADIUS = 3

/** Sections next to the agent are compared in this interval, and the others in turn, some in each tick (ticks). */
const NEAR_INTERVAL = 5
const FAR_INTERVAL = 40

/** Number of blocks in a section. */
const VOLUME = 4096

/** Records the blocks that the agent knows, as it comes to know them. */
export class KnowledgeRecorder {
  readonly #body: Body
  readonly #emit: Emit
  /** The recorded blocks of each section, 1 for a known one, by the section's key. */
  readonly #recorded = new Map<string, Uint8Array>()
  /** The revision of each section when it was compared last. */
  readonly #compared = new WeakMap<KnownBlocks, number>()

  constructor(body: Body, emit: Emit) {
    this.#body = body
    this.#emit = emit
  }

  update(ticks: number): void {
    const { x, y, z } = this.#body.position
    const [midX, midY, midZ] = [x, y, z].map((value) => Math.floor(value) >> 4) as Triple
    for (const [number, [dx, dy, dz]] of OFFSETS.entries()) {
      const isNear = number < NEAR_COUNT
      if (isNear ? ticks % NEAR_INTERVAL !== 0 : (ticks + number) % FAR_INTERVAL !== 0) continue
      this.#compare(midX + dx, midY + dy, midZ + dz)
    }
  }

  #compare(chunkX: number, sectionY: number, chunkZ: number): void {
    const section = this.#body.vision.knownSection(chunkX, sectionY, chunkZ)
    if (!section) return
    const { codes, revision } = section
    if (this.#compared.get(section) === revision) return
    this.#compared.set(section, revision)
    const key = `${chunkX} ${sectionY} ${chunkZ}`
    const recorded = this.#recorded.get(key) ?? new Uint8Array(VOLUME)
    const runs = newRuns(codes, recorded)
    if (runs.length === 0) return
    this.#recorded.set(key, recorded)
    this.#emit({ name: 'known', x: chunkX * 16, y: sectionY * 16, z: chunkZ * 16, runs })
  }
}

/** The runs of new blocks; notes them in `recorded`. */
function newRuns(known: Readonly<Uint16Array>, recorded: Uint8Array): number[] {
  const runs: number[] = []
  let end = 0
  for (let i = 0; i < VOLUME; i++) {
    if (known[i] === 0 || recorded[i] === 1) continue
    const start = i
    while (i < VOLUME && known[i] !== 0 && recorded[i] === 0) recorded[i++] = 1
    runs.push(start - end, i - start)
    end = i
  }
  return runs
}

type Triple = [x: number, y: number, z: number]

/** Offsets of the sections, those next to the agent first. */
const OFFSETS: readonly Readonly<Triple>[] = Array.from(
  { length: (2 * RADIUS + 1) ** 3 },
  (_, i): Triple => {
    const side = 2 * RADIUS + 1
    return [
      (i % side) - RADIUS,
      (Math.floor(i / side) % side) - RADIUS,
      Math.floor(i / side ** 2) - RADIUS,
    ]
  },
).sort((a, b) => reach(a) - reach(b))

const NEAR_COUNT = 27

function reach(offset: Readonly<Triple>): number {
  return Math.max(...offset.map(Math.abs))
}
