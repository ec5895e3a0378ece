import type { GoalLanguage } from '../goal-language.ts'

/** What a verb asks for: a skill by its name, some skill that the thing decides, or nothing that is a goal. */
export type Verb = string

/** Some skill that the thing decides. */
export const ANY = 'any'
/** Nothing that is a goal: skills walk, search, place and take back by themselves. */
export const NOTHING = 'nothing'

/** Words that name no skill. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  [ANY]: 'obtain get collect gather acquire fetch farm procure produce prepare',
  [NOTHING]:
    'goto go move walk run travel return head find search explore look locate scout place put set ' +
    'take pickup wait sleep rest eat open close use check verify ensure repeat print say think note ' +
    'report def import from if while for else assert pass done stop finish switch select drop store',
}

function verbTable({ skills }: GoalLanguage): ReadonlyMap<string, Verb> {
  const others = Object.entries(OTHER_WORDS).flatMap(([verb, words]) =>
    words.split(' ').map((word) => [word, verb] as const),
  )
  return new Map([
    ...others,
    ...skills.flatMap(({ name, verbs }) => verbs.map((word) => [word, name] as const)),
  ])
}

/** The verb that a word stands for, in any of its usual forms; undefined for other words. */
export function findVerb(language: GoalLanguage, word: string): Verb | undefined {
  const verbOf = language.derived(verbTable)
  const lower = word.toLowerCase()
  const stem = lower.replace(/(?:ing|ed|es|s)$/, '')
  // chop, chops; make, making; chop, chopping
  const forms = [lower, stem, `${stem}e`, stem.replace(/([a-z])\1$/, '$1')]
  return forms.map((form) => verbOf.get(form)).find((verb) => verb !== undefined)
}

/** The one thing that goals of a verb's skill are about; null where the goal has to name one. */
export function objectOf(language: GoalLanguage, verb: Verb | undefined): string | null {
  return verb !== undefined && language.hasSkill(verb) ? language.skill(verb).object : null
}

/** The words of a name in snake case or camel case: `mineBlock`, `craft_wooden_pickaxe`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

const NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen'
).split(' ')

/** A number in figures, or up to sixteen in words; articles and `some` are one. */
export function readNumber(word: string): number | undefined {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(word)) return Math.ceil(Number(word))
  if (/^(?:an?|some|any|another|single)$/.test(word)) return 1
  const index = NUMBERS.indexOf(word)
  return index < 0 ? undefined : index
}
