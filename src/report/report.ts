import { taskTitle } from '#events/titles'
import { type Summary, summarize } from '#trial/summary'
import { cautions } from './cautions.ts'
import type { Section } from './section.ts'
import { deathSection } from './sections/death-section.ts'
import { excludedSection } from './sections/excluded-section.ts'
import { failureSection } from './sections/failure-section.ts'
import { milestoneSection } from './sections/milestone-section.ts'
import { modelSection } from './sections/model-section.ts'
import { predictionSection } from './sections/prediction-section.ts'
import { recursionSection } from './sections/recursion-section.ts'
import { replanningSection } from './sections/replanning-section.ts'
import { settingsSection } from './sections/settings-section.ts'
import { skillMemorySection } from './sections/skill-memory-section.ts'
import { successSection } from './sections/success-section.ts'
import { tickSection } from './sections/tick-section.ts'
import { trialsSection } from './sections/trials-section.ts'
import { NO_MODEL, type Setup, setupsOf } from './setups.ts'
import type { TrialSet } from './trial-set.ts'

/** A report, independent of its output format. */
export interface Report {
  readonly title: string
  readonly headlines: readonly Headline[]
  readonly cautions: readonly string[]
  readonly sections: readonly Section[]
}

/** A summary of a set. */
export interface Headline {
  readonly label: string
  readonly summary: Summary
  /** The most important settings; in a mixed set, those of most trials. */
  readonly settings: string
}

/** A report on the results of one or several sets of trials. */
export function reportOn(sets: readonly TrialSet[]): Report {
  const tasks = new Set(sets.flatMap(({ trials }) => trials.map(({ result }) => result.task)))
  const [task] = tasks
  const sections = [
    successSection,
    milestoneSection,
    tickSection,
    failureSection,
    deathSection,
    replanningSection,
    predictionSection,
    recursionSection,
    skillMemorySection,
    modelSection,
    settingsSection,
    trialsSection,
    excludedSection,
  ]
  return {
    title: `Delver: ${tasks.size === 1 && task !== undefined ? taskTitle(task) : `${tasks.size} tasks`}`,
    headlines: sets.map(headline),
    cautions: cautions(sets),
    sections: sections.flatMap((section) => section(sets) ?? []),
  }
}

function headline(set: TrialSet): Headline {
  const [setup, ...others] = setupsOf(set)
  const facts: Setup['facts'] = setup?.facts ?? {}
  const { world, Minecraft, difficulty, perception, planner, strategy } = facts
  const model = facts['language model']
  return {
    label: set.label,
    summary: summarize(
      set.label,
      set.trials.map(({ result }) => result),
    ),
    settings: [
      `${world} world ${Minecraft}`,
      ...(world === 'text'
        ? []
        : [
            `difficulty ${difficulty}`,
            `perception ${perception}`,
            `input limits ${facts['input limits']}`,
          ]),
      `planner ${model === NO_MODEL ? planner : model}`,
      `strategy ${strategy}`,
      ...(others.length > 0 ? ['and other settings'] : []),
    ].join(', '),
  }
}
