import type { ClientWorld } from '#body/client-world'
import type { GameClock } from '#clock/game-clock'
import { blockTableOf } from '#knowledge/block-traits'
import type { Registry } from '#knowledge/registry'
import { SectionDecoder } from './section-decoder.ts'

/** A world without blocks after this time is no world whose chunks are late (ticks). */
const LATE_TICKS = 100
const CHECK_TICKS = 5

/**
 * Waits while the server shows the player no blocks: until its chunks arrive, and in the empty world in which a proxy holds
 * those who queue.
 * @param onQueue called once if the world stays empty.
 * @throws the signal's reason when it fires.
 */
export async function waitForBlocks(
  world: ClientWorld,
  registry: Registry,
  clock: GameClock,
  signal: AbortSignal,
  onQueue: () => void,
): Promise<void> {
  const start = clock.tick
  let isQueue = false
  while (!hasBlocks(world, registry)) {
    if (!isQueue && clock.tick - start >= LATE_TICKS) {
      isQueue = true
      onQueue()
    }
    await clock.wait(CHECK_TICKS, signal)
  }
}

/** Whether any loaded column contains something else than air. */
function hasBlocks(world: ClientWorld, registry: Registry): boolean {
  const traits = blockTableOf(registry)
  const decoder = new SectionDecoder()
  return world.columns().some(({ chunkX, chunkZ }) =>
    world.column(chunkX, chunkZ)?.sections.some((section) => {
      const codes = decoder.decode(section)
      return !decoder.isShared(codes) || codes[0] !== traits.airCode
    }),
  )
}
