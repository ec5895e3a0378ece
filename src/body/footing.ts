import type { Bot } from 'mineflayer'

/** What the agent stands or swims in, as of the last physics tick. */
export class Footing {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /** Name of the biome at the feet, which the client's F3 screen shows; undefined while the chunk is not loaded. */
  get biome(): string | undefined {
    const { registry, world, entity } = this.#bot
    const at = entity.position.floored()
    if (!world.getColumnAt(at)) return undefined
    return registry.biomes[world.getBiome(at)]?.name.replace('minecraft:', '')
  }

  get onGround(): boolean {
    return this.#bot.entity.onGround
  }

  get inWater(): boolean {
    return this.#bot.entity.isInWater === true
  }

  get inLava(): boolean {
    return this.#bot.entity.isInLava === true
  }

  get inLiquid(): boolean {
    return this.inWater || this.inLava
  }
}
