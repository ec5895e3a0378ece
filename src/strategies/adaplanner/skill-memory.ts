import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sync as writeFileAtomic } from 'write-file-atomic'
import { readGuardedText } from '#wire/guarded-file'
import {
  type Arm,
  afterTry,
  armFor,
  MAX_PROGRAM,
  readSkill,
  SKILL_VERSION,
  type Skill,
  skillSchema,
  type TaskOutcome,
} from './skill.ts'
import { readSolution } from './solution.ts'

/** Files of a memory that are read, the largest file (bytes), and examples in one prompt. */
const MAX_SKILLS = 500
const MAX_BYTES = 32_768
const MAX_EXAMPLES = 2

/** The skills that a memory offers for a task. */
export interface Recalled {
  /** Solutions of other tasks for the prompt, each under its task; empty for none. */
  readonly examples: string
  /** Number of examples. */
  readonly count: number
  /** The candidate that this task tests, either shown or left out; null for none. */
  readonly tried: { readonly file: string; readonly arm: Arm } | null
}

/** A solved task and its solution. */
export interface Solved {
  readonly task: string
  readonly program: string
  readonly cost: Skill['cost']
}

/**
 * Discovered skills (section 3.3): a folder with one JSON file for each skill. The files are untrusted and checked on every
 * read. If several processes use one folder, the last writer's counts stand; each file is always complete.
 */
export class SkillMemory {
  readonly #folder: string
  readonly #about: Pick<Skill, 'game' | 'version'>
  readonly #isOther: (skill: Skill, task: string) => boolean

  /**
   * @param about the game and version whose skills are read and written.
   * @param withSameTask whether a skill is also shown to its own task, in another world.
   */
  constructor(folder: string, about: Pick<Skill, 'game' | 'version'>, withSameTask: boolean) {
    this.#folder = folder
    this.#about = about
    this.#isOther = (skill, task) => withSameTask || skill.task !== task
  }

  /** The kept skills whose tasks are most similar to a task, and the candidate to test on it. */
  recall(task: string): Recalled {
    const known = [...this.#read()]
      .filter(([, skill]) => this.#isOther(skill, task))
      .map(([file, skill]) => ({ file, skill, similarity: similarity(skill.task, task) }))
      .sort((a, b) => b.similarity - a.similarity || a.skill.cost.calls - b.skill.cost.calls)
    const shown = known.filter(({ skill }) => skill.state === 'kept').slice(0, MAX_EXAMPLES)
    // One candidate is tested to the end before the next.
    const [candidate] = known
      .filter(({ skill }) => skill.state === 'candidate')
      .flatMap((one) => {
        const arm = armFor(one.skill, task)
        return arm === null ? [] : { ...one, arm }
      })
      .sort((a, b) => b.skill.tests.length - a.skill.tests.length)
    const examples = [...shown, ...(candidate?.arm === 'with' ? [candidate] : [])]
    return {
      examples: examples.map(({ skill }) => `# ${skill.task}\n${skill.program}`).join('\n\n'),
      count: examples.length,
      tried: candidate ? { file: candidate.file, arm: candidate.arm } : null,
    }
  }

  /**
   * Saves the result of a task: the test of its candidate and, when the task was solved, its solution as a new candidate.
   * @returns the changes in words; empty for none.
   */
  settle({ tried }: Recalled, outcome: TaskOutcome, solved: Solved | null): string {
    try {
      const changed = tried ? this.#enter(tried.file, tried.arm, outcome) : ''
      const added = solved ? this.#add(solved) : ''
      return [changed, added].filter(Boolean).join('; ')
    } catch (error) {
      return `the skill memory cannot be written: ${(error as Error).message}`
    }
  }

  #enter(file: string, arm: Arm, outcome: TaskOutcome): string {
    const skill = this.#skillIn(file)
    if (!skill) return ''
    const after = afterTry(skill, arm, outcome)
    this.#write(file, after)
    return after.state === skill.state ? '' : `the skill of "${skill.task}" is ${after.state}`
  }

  #add({ task, program, cost }: Solved): string {
    const file = this.#fileOf(task)
    const known = this.#read()
    // A dropped skill is not tested again.
    if (known.has(file) || known.size >= MAX_SKILLS || program.length > MAX_PROGRAM) return ''
    const skill: Skill = {
      v: SKILL_VERSION,
      task,
      ...this.#about,
      program,
      cost,
      worked: [task],
      state: 'candidate',
      tests: [],
    }
    if (!skillSchema.safeParse(skill).success || !readSolution(program).ok) return ''
    this.#write(file, skill)
    return `"${task}" is a candidate for a skill`
  }

  /** Skills of this game and version by file, in the order of the file names. */
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
      // Another process removed the file, or it is not readable.
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

/** Share of words that two tasks have in common, without words such as `obtain` that all tasks have. */
function similarity(a: string, b: string): number {
  const [words, others] = [wordsOf(a), wordsOf(b)]
  const common = [...words].filter((word) => others.has(word)).length
  return common / Math.max(1, words.size + others.size - common)
}

const COMMON = new Set(['obtain', 'and', 'wear', 'craft', 'goal', 'of'])

function wordsOf(task: string): Set<string> {
  const words = task.toLowerCase().match(/[a-z]+/g) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)))
}
