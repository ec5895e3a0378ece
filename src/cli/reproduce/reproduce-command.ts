import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { GROUPS, groupOf } from '../../report/success.ts'
import { plainText } from '../../text/plain-text.ts'
import { TEST_TASKS } from '../../textcraft/tasks.ts'
import { findTasks } from '../../trial/tasks.ts'
import { UsageError } from '../../trial/usage-error.ts'
import { EXIT } from '../exit-codes.ts'
import {
  addModelOptions,
  addRoleOptions,
  givenRoleFlag,
  type ModelOptions,
  modelFlags,
  modelSettings,
} from '../model-options.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { count } from '../whole-number.ts'
import { costReport } from './cost.ts'
import { findTable, PAPER_TABLES, type PaperTable } from './paper-tables.ts'
import type { PlayedRow, RowPlan } from './row-plan.ts'
import { type Here, tableReport } from './table-report.ts'
import { textCraftPlan } from './textcraft-plan.ts'
import { trialsPlan } from './trials-plan.ts'

/** Longest reason for an end (characters). */
const DETAIL_LENGTH = 400

/** Seeds of tables over the tasks of DEPS. */
const SEEDS = [1, 2, 3]

interface ReproduceOptions extends ModelOptions {
  out: string
  world?: 'text' | 'practice'
  seeds?: number[]
  tasks?: string
  limit?: number
  workers: number
  yes?: boolean
  dryRun?: boolean
}

/** What is to be played, and how to show it. */
interface Matrix {
  readonly plans: readonly RowPlan[]
  readonly columns: readonly string[]
  readonly here: Here
}

/**
 * `delver reproduce <table>`: plays all rows of a paper's table that compares strategies of language models.
 * @param launcher The script that each trial's process runs.
 */
export function reproduceCommand(launcher: string, onExit: (code: number) => void): Command {
  const names = PAPER_TABLES.map(({ name }) => name).join(', ')
  const command = new Command('reproduce')
    .description("play a paper's table with a language model; goes on where it was stopped")
    .argument('<table>', names)
    .requiredOption('--out <folder>', 'where the folders of the rows go')
    .addOption(
      new Option(
        '--world <kind>',
        'rules without a body, or the practice world (default: text)',
      ).choices(['text', 'practice']),
    )
    .option('--seeds <list>', 'of every task, such as 1-30 (default: 1-3)', parseSeeds)
    .option('--tasks <name>', 'only a task or a group, MT1 to MT8 (default: all)')
    .option('--limit <number>', 'of TextCraft only the first tasks, the deepest recipes', count)
    .option('--workers <number>', 'trials at a time', count, 1)
    .option('--dry-run', 'print what would be played and what it would cost, and end')
    .option('--yes', 'play without being asked')
  return addRoleOptions(addModelOptions(command)).action(
    async (name: string, options: ReproduceOptions) => {
      const table = findTable(name)
      checkOptions(table, options)
      const matrix = matrixOf(table, options, launcher)
      const missing = matrix.plans.reduce((sum, plan) => sum + plan.missing, 0)
      const model = modelSettings(modelFlags(options))
      console.log(costReport(table, matrix.plans, model).join('\n'))
      if (options.dryRun) return
      if (missing > 0 && !options.yes && !(await isAgreed())) {
        console.log('nothing was played')
        onExit(EXIT.notObtained)
        return
      }
      onExit(await play(table, matrix, options))
    },
  )
}

function matrixOf(table: PaperTable, options: ReproduceOptions, launcher: string): Matrix {
  const { out, workers, world = 'text', seeds = SEEDS } = options
  const model = modelSettings(modelFlags(options))
  const common = { out, workers, model, modelOptions: modelOptionsOf(options) }
  const { model: modelName } = model.server
  if (table.kind === 'textcraft') {
    const tasks = TEST_TASKS.slice(0, options.limit)
    return {
      plans: table.rows.map((row) => textCraftPlan(row, { ...common, tasks })),
      columns: ['all'],
      here: {
        world: 'TextCraft, its rules written anew',
        controller: 'none',
        model: modelName,
        episodes: `${tasks.length} of ${TEST_TASKS.length} tasks once`,
      },
    }
  }
  const tasks = findTasks(options.tasks ?? 'all')
  if (tasks.some(({ name }) => groupOf(name) === null))
    throw new UsageError('--tasks must be a task or a group of the DEPS table, MT1 to MT8, or all')
  const groups = GROUPS.filter((group) => tasks.some((task) => task.group === group))
  return {
    plans: table.rows.map((row) => trialsPlan(row, { ...common, tasks, seeds, world, launcher })),
    columns: groups.length > 1 ? [...groups, 'all'] : groups,
    here: {
      world: world === 'text' ? 'the text world' : 'the practice world',
      controller: world === 'text' ? 'rules without a body' : 'skills with a body',
      model: modelName,
      episodes: `${tasks.length} of ${findTasks('all').length} tasks, seeds: ${seeds.length}`,
    },
  }
}

/** Plays the rows one after the other. @returns The exit code. */
async function play(
  table: PaperTable,
  { plans, columns, here }: Matrix,
  { out }: ReproduceOptions,
): Promise<number> {
  const stopped = stopSignal()
  const modelOut = new AbortController()
  const signal = AbortSignal.any([stopped, modelOut.signal])
  const rows: [RowPlan, PlayedRow][] = []
  for (const plan of plans) {
    if (plan.missing > 0 && !signal.aborted) console.log(`\n${plan.row.label}:`)
    const played = await plan.play(signal)
    rows.push([plan, played])
    if (played.unasked !== null) modelOut.abort()
  }
  console.log(['', ...tableReport(table, columns, rows, here), ''].join('\n'))
  console.log(`the trials are in ${out}, a folder for each row`)
  const total = plans.reduce((sum, plan) => sum + plan.total, 0)
  const left = total - rows.reduce((sum, [, { played }]) => sum + played, 0)
  if (left === 0) return EXIT.obtained
  console.error(
    `${stopped.aborted ? 'stopped; ' : ''}${left} of ${total} trials were not played to their end; start it again with the same options to play them`,
  )
  const unasked = rows.find(([, { unasked }]) => unasked !== null)?.[1].unasked
  if (!unasked) return EXIT.notObtained
  console.error(`error: the model cannot be asked: ${plainText(unasked, DETAIL_LENGTH)}`)
  return EXIT.infrastructure
}

/** Whether somebody at the terminal wants it. @throws UsageError when there is none. */
async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(
      'this asks a language model and there is no terminal to agree at; add --yes to play, or --dry-run for the plan alone',
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    // Ctrl-C rejects it; the end of input closes it without an answer.
    const asked = terminal.question('Play it? [y/N] ').catch(() => 'no')
    const closed = once(terminal, 'close').then(() => 'no')
    const answer = await Promise.race([asked, closed])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

/** @throws UsageError for an option that says nothing about this table. */
function checkOptions(table: PaperTable, options: ReproduceOptions): void {
  if (options.record !== undefined)
    throw new UsageError('--record is for one trial; use delver trial')
  const unfit: readonly (readonly [flag: string | undefined, kind: PaperTable['kind']])[] = [
    [options.seeds && '--seeds', 'trials'],
    [options.tasks && '--tasks', 'trials'],
    [options.world && '--world', 'trials'],
    [givenRoleFlag(options, 'explainer'), 'trials'],
    [options.limit === undefined ? undefined : '--limit', 'textcraft'],
    [givenRoleFlag(options, 'executor'), 'textcraft'],
  ]
  for (const [flag, kind] of unfit) {
    if (flag === undefined || kind === table.kind) continue
    const fit = PAPER_TABLES.filter((one) => one.kind === kind).map(({ name }) => name)
    throw new UsageError(`${flag} is for ${fit.join(' and ')}; leave it out`)
  }
}

/** What is said of the model, and nothing else that is said. */
function modelOptionsOf(options: ReproduceOptions): ModelOptions {
  const { out, world, seeds, tasks, limit, workers, yes, dryRun, ...model } = options
  return model
}
