import { z } from 'zod'
import { coordinate, placeName, player, radius } from './order-arguments.ts'
import { isPlayer, order, placeText, plain, playerOf, unknownPlace } from './order-spec.ts'

/** Orders about places, and where the agent is. */
export const MOVING_ORDERS = {
  'name-place': order({
    manner: 'now',
    meaning:
      'remembers the place where the speaker stands; at the terminal, where the agent stands',
    examples: ['this is home', 'remember this as the iron mine'],
    args: { place: placeName },
    forms: [
      /^(?:this|here) is (?:(?:my|the|our|your|called) (?<named>[a-z0-9][a-z0-9' _-]{0,31})|(?<place>home|base))$/,
      /^(?:remember|save|mark|call) (?:this|here|this place|this spot)(?: place| spot)?(?: as)? (?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/,
      /^set (?<place>home)(?: here)?$/,
    ],
    understand: ({ named, place = '' }) => ({
      type: 'args',
      all: [{ place: (named ?? place).trim() }],
    }),
    title: ({ place }) => `remember this place as ${place}`,
  }),
  protect: order({
    manner: 'now',
    meaning: 'digs no block near the place where the speaker stands; 10 blocks around, or as said',
    examples: ['protect this', 'protect 20 blocks around here'],
    args: { radius },
    forms: [
      /^protect (?:this|here|this place|my (?:house|base|farm)|the area)$/,
      /^(?:protect|don't (?:dig|break)(?: anything)?|do not (?:dig|break)(?: anything)?) (?:within )?(?<radius>\d{1,2}) blocks?(?: around)?(?: (?:here|this|me|of here))?$/,
      /^(?:don't|do not|never) (?:dig|break|touch)(?: anything)? (?:here|around here|this)$/,
    ],
    understand: ({ radius = '10' }) => ({
      type: 'args',
      all: [{ radius: Math.max(1, Math.min(64, Number(radius))) }],
    }),
    title: ({ radius }) => `protect ${radius} blocks around this place`,
  }),
  come: order({
    manner: 'now',
    meaning: 'walks to the speaker, or to a player',
    examples: ['come', 'come here', 'come to Ann'],
    args: { player },
    forms: [
      /^(?:come|come (?:here|over|over here|back|to me)|here|over here|get (?:over )?here)$/,
      /^(?:come|go|walk) (?:over )?to (?<player>\w{1,16})$/,
    ],
    understand({ player }, context) {
      if (player !== undefined && !isPlayer(context, player)) return null
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => `come to ${player}`,
  }),
  follow: order({
    manner: 'until-told',
    meaning: 'follows the speaker, or a player, until another order comes',
    examples: ['follow me', 'follow Ann', 'come with me'],
    args: { player },
    forms: [/^(?:follow|accompany)(?: (?<player>\w{1,16}))?$/, /^come (?:along|with me)$/],
    understand({ player }, context) {
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => `follow ${player}`,
  }),
  stay: plain({
    manner: 'until-told',
    meaning: 'stays where it is until another order comes',
    examples: ['stay', 'wait here', "don't move"],
    forms: [
      /^(?:stay|stay (?:here|there|put)|wait here|hold (?:still|position)|don't move|do not move|stand still)$/,
    ],
    title: 'stay here',
  }),
  guard: order({
    manner: 'until-told',
    meaning:
      'guards the place where it is, or a player, against monsters until another order comes',
    examples: ['guard this', 'guard me', 'protect me'],
    args: { player: player.nullable() },
    forms: [
      /^(?:guard|defend)(?: (?:this|here|this place|the (?:house|base|place|area)))?$/,
      /^(?:guard|defend|protect) (?<player>\w{1,16})$/,
    ],
    understand({ player }, context) {
      if (player === undefined) return { type: 'args', all: [{ player: null }] }
      const found = playerOf(context, player)
      return 'name' in found ? { type: 'args', all: [{ player: found.name }] } : found
    },
    title: ({ player }) => (player === null ? 'guard this place' : `guard ${player}`),
  }),
  patrol: order({
    manner: 'until-told',
    meaning: 'walks between remembered places until another order comes',
    examples: ['patrol between home and the mine'],
    args: { from: placeName, to: placeName },
    forms: [
      /^patrol (?:between|from) (?:the |my )?(?<from>.+?) (?:and|to) (?:the |my )?(?<to>.+)$/,
    ],
    understand({ from = '', to = '' }, { places }) {
      const unknown = [from, to].find((one) => !places.includes(one))
      return unknown === undefined
        ? { type: 'args', all: [{ from, to }] }
        : unknownPlace(unknown, places)
    },
    title: ({ from, to }) => `patrol between ${from} and ${to}`,
  }),
  go: order({
    manner: 'now',
    meaning: 'walks to coordinates or to a remembered place',
    examples: ['go to 100 64 -20', 'go home', 'go to the iron mine'],
    args: {
      place: placeName.nullable(),
      at: z.object({ x: coordinate, y: coordinate.nullable(), z: coordinate }).nullable(),
    },
    forms: [
      /^(?:go|walk|run|move|head|travel)(?: back)?(?: over)?(?: to)? (?<x>-?\d{1,8})[ ,]+(?:(?<y>-?\d{1,4})[ ,]+)?(?<z>-?\d{1,8})$/,
      /^(?:go|walk|run|head|return|come)(?: back)? (?<place>home)$/,
      /^(?:go|walk|run|move|head|travel|return)(?: back)? to (?:my |the |our |your )?(?<place>[a-z0-9][a-z0-9' _-]{0,31})$/,
    ],
    understand({ x, y, z, place }, { places }) {
      if (x !== undefined) {
        const at = { x: Number(x), y: y === undefined ? null : Number(y), z: Number(z) }
        const isWithin = [at.x, at.z].every((one) => Math.abs(one) <= 30_000_000)
        if (isWithin) return { type: 'args', all: [{ place: null, at }] }
        return { type: 'ask', text: 'That is outside of the world.', choices: [] }
      }
      const name = place ?? 'home'
      if (places.includes(name)) return { type: 'args', all: [{ place: name, at: null }] }
      return unknownPlace(name, places)
    },
    title: ({ place, at }) => `go ${place === 'home' ? 'home' : `to ${place ?? placeText(at)}`}`,
  }),
} as const
