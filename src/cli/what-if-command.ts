import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { Pace } from '#clock/pace'
import type { TrialEvent } from '#events/events'
import { goalText } from '#goal/print'
import { UsageError } from '#trial/errors'
import { EVENTS_FILE, readEvents } from '#trial/event-log'
import { type DecisionMade, decisionsOf } from '#trial/samples'
import { raceQuery } from '#watch/race'
import { trialsIn } from '#watch/server/watched-trial'
import { isGuardedFile } from '#wire/guarded-file'
import { counted } from '#wire/wording'
import { GROUP } from './help.ts'
import { playTrial } from './play-trial.ts'
import { Progress } from './progress.ts'
import { stopSignal } from './stop-signal.ts'
import { addWatchOptions, keepPage, openPage, type WatchOptions } from './watch-options.ts'
import { wholeNumber } from './whole-number.ts'

interface WhatIfOptions extends WatchOptions {
  decision?: number
  candidate: number
  out?: string
}

const TICKS_PER_SECOND = 20

/** The page starts this long before the decision (ticks). */
const BEFORE = 60

/** `delver what-if <folder>`: plays a trial again with another choice, and shows both side by side. */
export function whatIfCommand(): Command {
  const command = new Command('what-if')
    .description(
      'Play a trial again up to a decision, take another candidate there, and show both trials side by side.',
    )
    .argument('<folder>', 'folder of a trial in the practice world')
    .option(
      '--decision <number>',
      'decision to change, from 1; without it, the decisions are listed',
      wholeNumber,
    )
    .option(
      '--candidate <number>',
      'candidate to take; 1 is the one that was taken',
      wholeNumber,
      2,
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for the other trial (default: beside the first)')
  return addWatchOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  delver what-if trials/some-trial\n  delver what-if trials/some-trial --decision 4 --candidate 2 --watch',
    )
    .action(async (folder: string, options: WhatIfOptions) => {
      if (!isGuardedFile(join(folder, EVENTS_FILE)))
        throw new UsageError(`${folder} contains no trial; give the folder of a trial`)
      const events = readEvents(folder)
      const decisions = decisionsOf(events)
      if (options.decision === undefined) {
        console.log(decisionLines(decisions).join('\n'))
        return
      }
      const out = await playOther(folder, events, { ...options, decision: options.decision })
      if (!options.watch) {
        console.log(`to see both: delver replay ${folder} ${out} --wall`)
        return
      }
      const trials = [folder, out].flatMap(trialsIn)
      const tick = Math.max(0, (decisions[options.decision - 1]?.decision.t ?? 0) - BEFORE)
      const path = `wall?${raceQuery(trials.map(({ id }) => id))}&play=1#t=${tick}`
      const page = await openPage(trials, options, process.stdout, { path })
      await keepPage(page, options, process.stdout, stopSignal())
      await page.close()
    })
}

/** Plays the other trial, unless it has been played. @returns Its folder. */
async function playOther(
  folder: string,
  events: readonly TrialEvent[],
  { decision, candidate, out: wanted }: WhatIfOptions & { decision: number },
): Promise<string> {
  const [start] = events
  if (start?.type !== 'trial-start') throw new UsageError(`${folder} contains no whole trial`)
  const { settings } = start
  if (settings.world !== 'practice')
    throw new UsageError('only trials in the practice world can be played again')
  if (settings.llm)
    throw new UsageError('a language model planned this trial, and would not answer the same again')
  const made = decisionsOf(events)[decision - 1]
  if (!made) throw new UsageError(`${folder} has no decision ${decision}`)
  const count = made.decision.candidates.length
  if (candidate < 2 || candidate > count)
    throw new UsageError(
      `decision ${decision} has ${counted(count, 'candidate')}; --candidate must be from 2 to their number`,
    )
  const out = wanted ?? `${resolve(folder)}-what-if-${decision}-${candidate}`
  if (existsSync(join(out, EVENTS_FILE))) return out
  const progress = new Progress(process.stdout)
  const choice = { decision, candidate }
  try {
    await playTrial(
      {
        settings: { ...settings, overrideChoice: [...settings.overrideChoice, choice] },
        ...{ model: null, folder: out, signal: stopSignal(), pace: new Pace('max') },
        onEvent: (event) => progress.onEvent(event),
      },
      true,
    )
  } finally {
    progress.end()
  }
  if (decisionsOf(readEvents(out))[decision - 1]?.decision.t !== made.decision.t)
    throw new UsageError(
      `the histories differ before decision ${decision}; the trial was probably played by another version of Delver`,
    )
  return out
}

/** The decisions with a choice, a line each: `4  1:06  mine({iron_ore:3}, null); 2: mine({coal:1}, null)`. */
function decisionLines(decisions: readonly DecisionMade[]): readonly string[] {
  const open = decisions.flatMap(({ decision: { t, candidates } }, index) => {
    const [chosen, ...others] = candidates.map(({ goal }) => goalText(goal))
    if (others.length === 0) return []
    const rest = others.map((goal, i) => `${i + 2}: ${goal}`).join('; ')
    const number = String(index + 1).padStart(4)
    return `${number}  ${clock(t)}  ${chosen}; ${rest}`
  })
  if (open.length === 0) return ['the selector had no choice in this trial']
  return ['decision, time, taken goal; other candidates', ...open]
}

function clock(ticks: number): string {
  const seconds = Math.floor(ticks / TICKS_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
