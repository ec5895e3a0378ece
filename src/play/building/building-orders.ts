import { z } from 'zod'
import { readItems } from '../item-phrase.ts'
import { coordinate, schematicName } from '../order-arguments.ts'
import { order, placeText } from '../order-spec.ts'

/** Orders to build from files. */
export const BUILDING_ORDERS = {
  build: order({
    manner: 'task',
    meaning:
      'builds a schematic on flat ground nearby, or with its lowest corner at coordinates; gets the materials first',
    examples: ['build a hut', 'build the watchtower here', 'build bridge.schem at 100 64 -20'],
    args: {
      schematic: schematicName,
      at: z.object({ x: coordinate, y: coordinate, z: coordinate }).nullable(),
    },
    forms: [
      /^(?:build|construct)(?: me| us)?(?: a| an| the| my| another)? (?<name>[a-z0-9][a-z0-9 _-]{0,31}?)(?<file>\.schem(?:atic)?)?(?: (?<here>here|nearby|there)| at (?<x>-?\d{1,8})[ ,]+(?<y>-?\d{1,4})[ ,]+(?<z>-?\d{1,8}))?$/,
    ],
    understand({ name = '', file, here, x, y, z }, { schematics, language }) {
      const at = x === undefined ? null : { x: Number(x), y: Number(y), z: Number(z) }
      const found = schematics.find((one) => plainName(one) === plainName(name))
      if (found !== undefined) return { type: 'args', all: [{ schematic: found, at }] }
      const isCertain = file !== undefined || here !== undefined || at !== null
      if (!isCertain && readItems(language.registry, name, null).type === 'items') return null
      return {
        type: 'ask',
        text: `I have no schematic called ${name}. Which one shall I build?`,
        choices: schematics
          .slice(0, MAX_CHOICES)
          .map((label) => ({ label, args: { schematic: label, at } })),
      }
    },
    title: ({ schematic, at }) => `build ${schematic}${at ? ` at ${placeText(at)}` : ''}`,
  }),
} as const

/** Limit on the schematics of a question. */
const MAX_CHOICES = 9

/** A name without what people do not say. */
function plainName(name: string): string {
  return name.replace(/[ _-]+/g, '-')
}
