import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { didYouMean } from '#knowledge/suggestions'
import type { ModelSettings } from '#llm/settings'
import { groupOf } from '#report/success'
import { TEST_TASKS } from '#textcraft/tasks'
import { findTasks, type Task } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { UsageError } from '#trial/usage-error'
import { plainText } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import {
  addModelOptions,
  addRoleOptions,
  givenModelFlag,
  givenRoleFlag,
  type ModelOptions,
  modelFlags,
  modelSettings,
} from '../model-options.ts'
import { addQueueOptions, campaignQueue, type QueueOptions } from '../queue-options.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { count } from '../whole-number.ts'
import { costReport } from './cost.ts'
import { oraclePlan } from './oracle-plan.ts'
import type { PaperTable, RowWorld, TextCraftTable, TrialsTable } from './paper-table.ts'
import { findTable, PAPER_TABLES } from './paper-tables.ts'
import type { RowPlan } from './row-plan.ts'
import type { PlayedRow } from './row-result.ts'
import { type Here, tableReport } from './table-report.ts'
import { ALL } from './tallies.ts'
import { textCraftPlan } from './textcraft-plan.ts'
import { trialsPlan } from './trials-plan.ts'

/** Longest reason for an end (characters). */
const DETAIL_LENGTH = 400

interface ReproduceOptions extends ModelOptions, QueueOptions {
  out: string
  world?: RowWorld
  rows?: string
  seeds?: number[]
  tasks?: string
  limit?: number
  workers?: number
  yes?: boolean
  dryRun?: boolean
}

/** What is to be played, and how to show it. */
interface Matrix {
  readonly plans: readonly RowPlan[]
  readonly columns: readonly string[]
  readonly here: Here
  /** Null where none is asked. */
  readonly model: ModelSettings | null
}

/**
 * `delver reproduce <table>`: plays all rows of a paper's table, or of one of its figures.
 * @param launcher The script that the processes of trials run.
 */
export function reproduceCommand(launcher: string, onExit: (code: number) => void): Command {
  const names = PAPER_TABLES.map(({ name }) => name).join(', ')
  const command = new Command('reproduce')
    .description(
      "play a paper's table, most of them with a language model; goes on where it was stopped",
    )
    .argument('<table>', names)
    .requiredOption('--out <folder>', 'where the folders of the rows go')
    .addOption(
      new Option(
        '--world <kind>',
        "rules without a body, or the practice world (default: the table's)",
      ).choices(['text', 'practice']),
    )
    .option('--rows <names>', 'only these, by the names of their folders, such as gpt,deps')
    .option('--seeds <list>', "of every task, such as 1-30 (default: the table's)", parseSeeds)
    .option('--tasks <name>', 'only a task or a group, MT1 to MT8 (default: all)')
    .option('--limit <number>', 'of TextCraft only the first tasks, the deepest recipes', count)
    .option('--workers <number>', 'trials at a time (default: 1)', count)
    .option('--dry-run', 'print what would be played and what it would cost, and end')
    .option('--yes', 'play without being asked')
  return addQueueOptions(addRoleOptions(addModelOptions(command))).action(
    async (name: string, options: ReproduceOptions) => {
      const table = findTable(name)
      checkOptions(table, options)
      const matrix =
        table.kind === 'trials'
          ? trialsMatrix(table, options, launcher)
          : textCraftMatrix(table, options)
      const missing = matrix.plans.reduce((sum, plan) => sum + plan.missing, 0)
      console.log(costReport(table, matrix.plans, matrix.model).join('\n'))
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

function textCraftMatrix(table: TextCraftTable, options: ReproduceOptions): Matrix {
  const { out, workers = 1 } = options
  const model = modelSettings(modelFlags(options))
  const own = model.roles.executor?.server.model
  if (table.comparesModels && own === undefined)
    throw new UsageError(`${table.name} compares two models; name the other by --executor-model`)
  const tasks = TEST_TASKS.slice(0, options.limit)
  const common = { out, workers, tasks, model, modelOptions: modelOptionsOf(options) }
  return {
    plans: chosenRows(table, options).map((row) => textCraftPlan(row, common)),
    columns: [ALL],
    here: {
      world: 'TextCraft, its rules written anew',
      controller: 'none',
      model: [model.server.model, ...(own === undefined ? [] : [`executor ${own}`])].join(', '),
      episodes: `${tasks.length} of ${TEST_TASKS.length} test tasks once`,
    },
    model,
  }
}

function trialsMatrix(table: TrialsTable, options: ReproduceOptions, launcher: string): Matrix {
  const { out, workers = 1 } = options
  const queue = campaignQueue(options)
  const seeds = options.seeds ?? Array.from({ length: table.seeds }, (_, index) => index + 1)
  const settings = table.asksModel ? modelSettings(modelFlags(options)) : null
  const model = settings && { settings, options: modelOptionsOf(options) }
  const rows = chosenRows(table, options).map((row) => {
    const world = row.world ?? options.world ?? table.world ?? 'text'
    const tasks = row.tasks?.flatMap(findTasks) ?? groupTasks(options.tasks ?? 'all')
    return { row, world, tasks, version: row.options.mcVersion ?? DEFAULT_VERSION }
  })
  const tasks = [...new Set(rows.flatMap((row) => row.tasks))]
  const worlds = new Set(
    rows.map(({ world, version }) =>
      world === 'text' ? `the text world (${version})` : `the practice world (${version})`,
    ),
  )
  const controllers = new Set(
    rows.map(({ world }) => (world === 'text' ? 'rules without a body' : 'skills with a body')),
  )
  return {
    plans: rows.map(({ row, world, tasks }) => {
      const tally = row.tally ?? table.tally
      const matrix = { out, workers, queue, seeds, launcher, model, world, tasks, tally }
      const over = table.rows.find(({ folder }) => folder === row.oracleOver)
      return over ? oraclePlan(row, over, matrix) : trialsPlan(row, matrix)
    }),
    columns: table.tally.columns(tasks),
    here: {
      world: [...worlds].join(' and '),
      controller: [...controllers].join(' and '),
      model: settings?.server.model ?? 'none',
      episodes: `${table.isOverAllTasks ? `${tasks.length} of ${findTasks('all').length} tasks, ` : ''}seeds: ${seeds.length}`,
    },
    model: settings,
  }
}

/** Tasks of the 76. @throws UsageError for others. */
function groupTasks(name: string): readonly Task[] {
  const tasks = findTasks(name)
  if (tasks.some((task) => groupOf(task.name) === null))
    throw new UsageError('--tasks must be a task or a group of the DEPS table, MT1 to MT8, or all')
  return tasks
}

/** The rows that are asked for, in the order of the table. @throws UsageError for one that it does not have. */
function chosenRows<Row extends { readonly folder: string }>(
  { name, rows }: { readonly name: string; readonly rows: readonly Row[] },
  options: ReproduceOptions,
): readonly Row[] {
  if (options.rows === undefined) return rows
  const folders = rows.map(({ folder }) => folder)
  const wanted = options.rows.split(',').map((row) => row.trim())
  const unknown = wanted.find((row) => !folders.includes(row))
  if (unknown !== undefined)
    throw new UsageError(
      `${name} has no row "${unknown}"${didYouMean(unknown, folders)} (rows: ${folders.join(', ')})`,
    )
  return rows.filter(({ folder }) => wanted.includes(folder))
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
      'there is no terminal to agree at; add --yes to play, or --dry-run for the plan and its cost alone',
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
  const isTrials = (one: PaperTable) => one.kind === 'trials'
  const checks: readonly (readonly [string | undefined, (one: PaperTable) => boolean])[] = [
    [options.seeds && '--seeds', isTrials],
    [options.tasks && '--tasks', (one) => one.kind === 'trials' && one.isOverAllTasks],
    [options.world && '--world', (one) => one.kind === 'trials' && one.world !== null],
    [options.queue && '--queue', isTrials],
    [options.limit === undefined ? undefined : '--limit', (one) => !isTrials(one)],
    [givenRoleFlag(options, 'explainer'), (one) => isTrials(one) && asksModel(one)],
    [givenRoleFlag(options, 'executor'), (one) => !isTrials(one)],
    [givenModelFlag(modelOptionsOf(options)), asksModel],
  ]
  for (const [flag, isFor] of checks) {
    if (flag === undefined || isFor(table)) continue
    const fit = PAPER_TABLES.filter(isFor).map(({ name }) => name)
    throw new UsageError(`${flag} is for ${listed(fit)}; leave it out`)
  }
}

function asksModel(table: PaperTable): boolean {
  return table.kind === 'textcraft' || table.asksModel
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
}

/** What is said of the model, and nothing else that is said. */
function modelOptionsOf(options: ReproduceOptions): ModelOptions {
  const { out, world, rows, seeds, tasks, limit, workers, yes, dryRun, queue, store, ...model } =
    options
  return model
}
