import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sync as writeFileAtomic } from 'write-file-atomic'
import { readGuardedText } from '#wire/guarded-file'
import {
  afterTry,
  MAX_PROGRAM,
  readSkill,
  SKILL_VERSION,
  type Skill,
  skillSchema,
  type TaskOutcome,
} from './skill.ts'
import { readSolution } from './solution.ts'

/** Files of a memory that are looked at, how large one may be (bytes), and examples in one prompt. */
const MAX_SKILLS = 500
const MAX_BYTES = 32_768
const MAX_EXAMPLES = 2
const NO_TRIES = { tasks: 0, solved: 0, calls: 0 }

/** What a memory has for a task. */
export interface Recalled {
  /** Solutions of other tasks that are shown, each under its task; empty for none. */
  readonly examples: string
  /** How many. */
  readonly count: number
  /** The candidate that is tried on this task, by being shown or by being left out; null for none. */
  readonly tried: { readonly file: string; readonly isShown: boolean } | null
}

/** What was solved, and how. */
export interface Solved {
  readonly task: string
  readonly program: string
  readonly cost: Skill['cost']
}

/**
 * Skills that were discovered (section 3.3): a folder with a file of JSON for each. What is in it may have been written by
 * anybody, so that every file is checked each time. Where several processes use it at once, the last one's count of tries
 * stands; a file is always whole.
 */
export class SkillMemory {
  readonly #folder: string
  readonly #about: Pick<Skill, 'game' | 'version'>
  readonly #isOther: (skill: Skill, task: string) => boolean

  /**
   * @param about only skills of that game and version are shown.
   * @param withSameTask whether a skill is shown to the very task that it was found at, too: to another world of it.
   */
  constructor(folder: string, about: Pick<Skill, 'game' | 'version'>, withSameTask: boolean) {
    this.#folder = folder
    this.#about = about
    this.#isOther = (skill, task) => withSameTask || skill.task !== task
  }

  /** The kept skills whose tasks are most like a task, and the candidate that is to be tried on it. */
  recall(task: string): Recalled {
    const known = [...this.#read()]
      .filter(([, skill]) => this.#isOther(skill, task))
      .map(([file, skill]) => ({ file, skill, likeness: likeness(skill.task, task) }))
      .sort((a, b) => b.likeness - a.likeness || a.skill.cost.calls - b.skill.cost.calls)
    const shown = known.filter(({ skill }) => skill.state === 'kept').slice(0, MAX_EXAMPLES)
    // One that was begun with is tried to the end before the next.
    const [candidate] = known
      .filter(({ skill }) => skill.state === 'candidate')
      .sort((a, b) => triesOf(b.skill) - triesOf(a.skill))
    const { tried } = candidate?.skill ?? {}
    const isShown = tried !== undefined && tried.with.tasks <= tried.without.tasks
    const examples = [...shown, ...(candidate && isShown ? [candidate] : [])]
    return {
      examples: examples.map(({ skill }) => `# ${skill.task}\n${skill.program}`).join('\n\n'),
      count: examples.length,
      tried: candidate ? { file: candidate.file, isShown } : null,
    }
  }

  /**
   * Enters what came of a task: what it says of the candidate that was tried on it and, when it was solved, its solution as
   * a new candidate.
   * @returns what was done, in words; empty for nothing.
   */
  settle({ tried }: Recalled, outcome: TaskOutcome, solved: Solved | null): string {
    try {
      const changed = tried ? this.#enter(tried.file, tried.isShown, outcome) : ''
      const added = solved ? this.#add(solved) : ''
      return [changed, added].filter(Boolean).join('; ')
    } catch (error) {
      return `the skill memory cannot be written: ${(error as Error).message}`
    }
  }

  #enter(file: string, isShown: boolean, outcome: TaskOutcome): string {
    const skill = this.#skillIn(file)
    if (!skill) return ''
    const after = afterTry(skill, isShown, outcome)
    this.#write(file, after)
    return after.state === skill.state ? '' : `the skill of "${skill.task}" is ${after.state}`
  }

  #add({ task, program, cost }: Solved): string {
    const file = this.#fileOf(task)
    const known = this.#read()
    // What was dropped is not tried again.
    if (known.has(file) || known.size >= MAX_SKILLS || program.length > MAX_PROGRAM) return ''
    const tried = { with: NO_TRIES, without: NO_TRIES }
    const skill: Skill = {
      v: SKILL_VERSION,
      task,
      ...this.#about,
      program,
      cost,
      worked: [task],
      state: 'candidate',
      tried,
    }
    if (!skillSchema.safeParse(skill).success || !readSolution(program).ok) return ''
    this.#write(file, skill)
    return `"${task}" is a candidate for a skill`
  }

  /** Files that hold a skill of this game and version, in the order of their names. */
  #read(): ReadonlyMap<string, Skill> {
    const skills = new Map<string, Skill>()
    for (const file of filesIn(this.#folder)) {
      const skill = this.#skillIn(file)
      if (skill) skills.set(file, skill)
    }
    return skills
  }

  #skillIn(file: string): Skill | undefined {
    try {
      const text = readGuardedText(join(this.#folder, file), MAX_BYTES)
      const skill = text === null ? undefined : readSkill(text)
      const { game, version } = this.#about
      return skill?.game === game && skill.version === version ? skill : undefined
    } catch {
      // It is gone, or may not be read.
      return undefined
    }
  }

  #fileOf(task: string): string {
    const { game, version } = this.#about
    const slug = task.replace(/\W+/g, '-').slice(0, 60)
    const hash = createHash('sha256')
      .update(JSON.stringify([game, version, task]))
      .digest('hex')
    return `${slug}-${hash.slice(0, 8)}.json`
  }

  #write(file: string, skill: Skill): void {
    mkdirSync(this.#folder, { recursive: true })
    writeFileAtomic(join(this.#folder, file), `${JSON.stringify(skill, null, 2)}\n`)
  }
}

function triesOf({ tried }: Skill): number {
  return tried.with.tasks + tried.without.tasks
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .slice(0, MAX_SKILLS)
  } catch {
    return []
  }
}

/** What part of the words of two tasks they have in common; words such as `obtain`, which all have, do not count. */
function likeness(a: string, b: string): number {
  const [words, others] = [wordsOf(a), wordsOf(b)]
  const common = [...words].filter((word) => others.has(word)).length
  return common / Math.max(1, words.size + others.size - common)
}

const COMMON = new Set(['obtain', 'and', 'wear', 'craft', 'goal', 'of'])

function wordsOf(task: string): Set<string> {
  const words = task.toLowerCase().match(/[a-z]+/g) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)))
}
