import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'

/** The answer of a server of 1.14 to 1.18 to a packet of a dig; later ones have only a number. */
interface DigAnswer {
  readonly location?: { readonly x: number; readonly y: number; readonly z: number }
  readonly block?: number
  readonly successful?: boolean
}

/**
 * Shows the client's world the block of a dig that the server has refused, as the vanilla client does. mineflayer ignores this
 * answer, and a server of 1.14 to 1.18 gives no other.
 */
export function heedDigAnswers(bot: Bot): void {
  bot._client.on('acknowledge_player_digging', ({ location, block, successful }: DigAnswer) => {
    if (successful !== false || !location || block === undefined) return
    bot._updateBlockState(new Vec3(location.x, location.y, location.z), block)
  })
}
