import { Command, Option } from 'commander'
import { BUILT_IN_WORLDS, type BuiltInWorld, hasBody } from '#events/worlds'
import { didYouMean } from '#knowledge/suggestions'
import type { ModelSettings } from '#llm/settings'
import { groupOf } from '#report/success'
import { TEST_TASKS } from '#textcraft/tasks'
import { UsageError } from '#trial/errors'
import { findTasks, type Task } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import { listed } from '#wire/wording'
import { EXIT } from '../exit-codes.ts'
import { GROUP, hideAdvanced, requireOptions } from '../help.ts'
import {
  addModelOptions,
  addRoleOptions,
  givenModelFlag,
  givenRoleFlag,
  type ModelOptions,
  modelFlags,
  plannedModel,
} from '../model-options.ts'
import { addQueueOptions, campaignQueue, type QueueOptions } from '../queue-options.ts'
import { parseSeeds } from '../seeds.ts'
import { stopSignal } from '../stop-signal.ts'
import { notFinished } from '../trials-command.ts'
import { count } from '../whole-number.ts'
import { isAgreed } from './agreement.ts'
import { costReport } from './cost.ts'
import { oraclePlan } from './oracle-plan.ts'
import type { PaperTable, TextCraftTable, TrialsTable } from './paper-table.ts'
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
  world?: BuiltInWorld
  rows?: string
  seeds?: number[]
  tasks?: string
  limit?: number
  workers?: number
  yes?: boolean
  dryRun?: boolean
}

/** The options in `delver reproduce --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--rows', '--seeds', '--tasks', '--limit', '--workers', '--dry-run', '--yes', '--world'],
  ...['--out', '--model', '--provider', '--base-url', '--max-dollars', '--queue'],
]

/** The trials of a table and the labels of its report. */
interface Matrix {
  readonly plans: readonly RowPlan[]
  readonly columns: readonly string[]
  readonly here: Here
  /** Null where no language model is needed. */
  readonly model: ModelSettings | null
}

/**
 * `delver reproduce <table>`: plays all rows of a table or figure of a paper.
 * @param launcher The script that processes of trials run.
 */
export function reproduceCommand(launcher: string, onExit: (code: number) => void): Command {
  const names = PAPER_TABLES.map(({ name }) => name).join(', ')
  const command = new Command('reproduce')
    .description('Reproduce a table or figure of a paper; resumes an interrupted run.')
    .argument('<table>', names)
    .option('--rows <names>', 'play only these rows, such as gpt,deps (default: all)')
    .option(
      '--seeds <list>',
      "seeds of every task, such as 1-30 (default: the table's)",
      parseSeeds,
    )
    .option('--tasks <name>', 'play only a task or a group, MT1 to MT8 (default: all)')
    .option('--limit <number>', 'of TextCraft, play only the tasks with the deepest recipes', count)
    .option('--workers <number>', 'number of trials to play in parallel (default: 1)', count)
    .option('--dry-run', 'print the trials and an estimate of their cost, then exit')
    .option('--yes', 'play without confirmation')
    .optionsGroup(GROUP.world)
    .addOption(
      new Option(
        '--world <kind>',
        "text world without bodies, or practice world (default: the table's)",
      ).choices(BUILT_IN_WORLDS),
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', "folder for the rows' folders")
  addQueueOptions(addRoleOptions(addModelOptions(command)))
  requireOptions(command, '--out')
  return hideAdvanced(command, COMMON_OPTIONS).action(
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
        console.log('no trial was played')
        onExit(EXIT.notObtained)
        return
      }
      onExit(await play(table, matrix, options))
    },
  )
}

function textCraftMatrix(table: TextCraftTable, options: ReproduceOptions): Matrix {
  const { out, workers = 1 } = options
  const model = plannedModel(modelFlags(options), options)
  const own = model.roles.executor?.server.model
  if (table.comparesModels && own === undefined)
    throw new UsageError(`${table.name} compares two models; name the second with --executor-model`)
  const tasks = TEST_TASKS.slice(0, options.limit)
  const common = { out, workers, tasks, model, modelOptions: modelOptionsOf(options) }
  return {
    plans: chosenRows(table, options).map((row) => textCraftPlan(row, common)),
    columns: table.columns ?? [ALL],
    here: {
      world: 'TextCraft, reimplemented',
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
  const settings = table.asksModel ? plannedModel(modelFlags(options), options) : null
  const model = settings && { settings, options: modelOptionsOf(options) }
  const rows = chosenRows(table, options).map((row) => {
    const world = row.world ?? options.world ?? table.world ?? 'text'
    const tasks = row.tasks?.flatMap(findTasks) ?? groupTasks(options.tasks ?? 'all')
    return { row, world, tasks, version: row.options.mcVersion ?? DEFAULT_VERSION }
  })
  const tasks = [...new Set(rows.flatMap((row) => row.tasks))]
  const worlds = new Set(rows.map(({ world, version }) => `the ${world} world (${version})`))
  const controllers = new Set(rows.map(({ world }) => (hasBody(world) ? 'skills' : 'none')))
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

/** Tasks of the DEPS table. @throws UsageError for others. */
function groupTasks(name: string): readonly Task[] {
  const tasks = findTasks(name)
  if (tasks.some((task) => groupOf(task.name) === null))
    throw new UsageError('--tasks must be a task or a group of the DEPS table, MT1 to MT8, or all')
  return tasks
}

/** The rows that the user asks for, in the order of the table. @throws UsageError for an unknown row. */
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

/** Plays the rows one after another. @returns The exit code. */
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
    if (played.modelFailure !== null) modelOut.abort()
  }
  console.log(['', ...tableReport(table, columns, rows, here), ''].join('\n'))
  console.log(`the trials are in ${out}, a folder for each row`)
  const total = plans.reduce((sum, plan) => sum + plan.total, 0)
  const left = total - rows.reduce((sum, [, { played }]) => sum + played, 0)
  if (left === 0) return EXIT.success
  console.error(`${stopped.aborted ? 'stopped; ' : ''}${notFinished(left, total)}`)
  const failure = rows.find(([, { modelFailure }]) => modelFailure !== null)?.[1].modelFailure
  if (!failure) return EXIT.notObtained
  console.error(`error: the model does not answer: ${plainText(failure, DETAIL_LENGTH)}`)
  return EXIT.infrastructure
}

/** @throws UsageError for an option that does not apply to this table. */
function checkOptions(table: PaperTable, options: ReproduceOptions): void {
  if (options.record !== undefined)
    throw new UsageError('--record is for a single trial; use delver trial')
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

/** The options of the language model among all options. */
function modelOptionsOf(options: ReproduceOptions): ModelOptions {
  const { out, world, rows, seeds, tasks, limit, workers, yes, dryRun, queue, store, ...model } =
    options
  return model
}
