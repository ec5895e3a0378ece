import { DAY_TICKS } from '#knowledge/daylight'
import { BIOME_GROUPS, biomeGroup } from './biome-group.ts'
import {
  blocks,
  count,
  type Definition,
  distance,
  flag,
  flags,
  type Judged,
  ticks,
} from './definition.ts'

const BRIGHTEST = 15

/** The agent's surroundings, the time of day, and how much of the world it has seen. */
export const WORLD_FEATURES: readonly Definition[] = [
  ...flags('biome', BIOME_GROUPS, ({ observation: { situation } }) => {
    return situation?.biome ? biomeGroup(situation.biome) : null
  }),
  count('visited-chunks', ({ observation: { situation } }) => situation?.visitedChunks ?? 0),
  distance('from-start', ({ observation: { situation } }) => situation?.fromStart ?? 0),
  distance('depth', ({ observation: { situation } }) => situation?.depth ?? 0),
  flag('under-sky', ({ observation: { situation } }) => situation?.depth === 0),
  blocks('height', ({ observation: { body } }) => body?.position.y ?? 0),
  flag('light.known', ({ observation: { situation } }) => (situation?.light ?? null) !== null),
  {
    name: 'light',
    unit: 'share',
    of: ({ observation: { situation } }) => (situation?.light ?? 0) / BRIGHTEST,
  },
  { name: 'day.cosine', unit: 'part of a circle', of: (judged) => Math.cos(dayAngle(judged)) },
  { name: 'day.sine', unit: 'part of a circle', of: (judged) => Math.sin(dayAngle(judged)) },
  flag('night', ({ observation: { body } }) => body?.isNight ?? false),
  ticks('tick', ({ observation: { tick } }) => tick),
]

function dayAngle({ observation: { situation } }: Judged): number {
  return ((situation?.timeOfDay ?? 0) / DAY_TICKS) * 2 * Math.PI
}
