import type { Bot } from 'mineflayer'

/** What the packets for login and respawn tell about a world; the fields depend on the version. */
interface WorldFields {
  readonly name?: unknown
  readonly worldName?: unknown
  readonly hashedSeed?: unknown
  /** A number, a name, or NBT in 1.16.2 to 1.18. */
  readonly dimension?: unknown
  /** From 1.20.5 on, the other fields. */
  readonly worldState?: WorldFields
}

/** Longest name of a world (characters). */
const MAX_NAME = 100

/**
 * Notes in which world the player is. A proxy or a plugin can move it to another world of the same dimension, often
 * without unloading the chunks of the first one.
 */
export function trackWorld(bot: Bot): void {
  const client = bot._client
  const enter = (packet: WorldFields) => {
    const fields = packet.worldState ?? packet
    const effects = effectsOf(fields.dimension)
    // In these versions mineflayer takes the name of the world for the dimension.
    if (effects !== undefined) bot.game.dimension = effects as typeof bot.game.dimension
    const name = text(fields.name ?? fields.worldName)
    const id = `${bot.game.dimension} ${name} ${text(fields.hashedSeed)}`
    if (bot.game.world !== undefined && bot.game.world !== id) unloadAll(bot)
    bot.game.world = id
  }
  client.on('login', enter)
  client.on('respawn', enter)
}

function unloadAll(bot: Bot): void {
  for (const { chunkX, chunkZ } of bot.world.getColumns())
    bot.world.unloadColumn(Number(chunkX), Number(chunkZ))
}

function text(value: unknown): string {
  return value === undefined ? '' : String(value).slice(0, MAX_NAME)
}

/** The name of a dimension in NBT, without `minecraft:`. */
function effectsOf(dimension: unknown): string | undefined {
  const { value } = (dimension ?? {}) as { value?: { effects?: { value?: unknown } } }
  const name = value?.effects?.value
  return typeof name === 'string' ? name.slice(0, MAX_NAME).replace('minecraft:', '') : undefined
}
