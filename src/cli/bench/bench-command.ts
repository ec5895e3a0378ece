import { join } from 'node:path'
import { Command, Option } from 'commander'
import { dollarsOf } from '#llm/price'
import { writeAtomically } from '#trial/atomic-file'
import { UsageError } from '#trial/errors'
import { makeFolder } from '#trial/out-folder'
import { delverVersion } from '#trial/versions'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { EXIT } from '../exit-codes.ts'
import { GROUP, hideAdvanced } from '../help.ts'
import {
  addModelOptions,
  type ModelOptions,
  modelFlags,
  plannedModel,
  requireModelServer,
} from '../model-options.ts'
import { isAgreed } from '../reproduce/agreement.ts'
import { stopSignal } from '../stop-signal.ts'
import { tableLines } from '../table.ts'
import { count } from '../whole-number.ts'
import { type BenchedModel, type PartPlan, partPlan } from './bench-plan.ts'
import {
  type BenchGames,
  type BenchModel,
  type BenchTrial,
  type PartResult,
  readBenchResult,
  replayedOptions,
  writeBenchResult,
} from './bench-result.ts'
import { leaderboardPage, leaderboardRows } from './leaderboard.ts'
import { NULL_MODEL, NullModelServer } from './null-model.ts'
import { SUITES, type Suite } from './suites.ts'
import { verify } from './verify.ts'

/** Names of the files in the output folder. */
const RESULT_FILE = 'bench.json'
const PAGE_FILE = 'leaderboard.html'

const NAMES = Object.keys(SUITES)
const COMMON_OPTIONS = [
  ...['--models', '--suite', '--parts', '--workers', '--dry-run', '--yes', '--out', '--verify'],
  ...['--provider', '--base-url', '--max-dollars'],
]

interface BenchOptions extends ModelOptions {
  models?: string
  suite: string
  parts?: string
  workers?: number
  dryRun?: boolean
  yes?: boolean
  out?: string
  verify?: string
}

/** A model and the parts that it plays. */
interface Entry {
  readonly model: string
  readonly benched: BenchedModel
  readonly plans: readonly PartPlan[]
}

/**
 * `delver bench`: which model plans best.
 * @param launcher The script that processes of trials run.
 */
export function benchCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('bench')
    .description('Compare language models on a frozen suite of tasks; resumes an interrupted run.')
    .option('--models <names>', 'models to compare, such as gpt-5,gpt-5-mini')
    .addOption(
      new Option('--suite <name>', 'suite of tasks; its name changes when a task does')
        .choices(NAMES)
        .default(NAMES[0]),
    )
    .option('--parts <names>', 'play only these parts of the suite, such as tasks,impossible')
    .option('--workers <number>', 'number of trials to play in parallel (default: 1)', count)
    .option('--dry-run', 'print the trials and an estimate of their cost, then exit')
    .option('--yes', 'play without confirmation')
    .optionsGroup(GROUP.output)
    .option('--out <folder>', `folder for ${RESULT_FILE}, ${PAGE_FILE} and all trials`)
    .option('--verify <file>', 'replay the trials of a result without a model, and compare')
  addModelOptions(command)
  return hideAdvanced(command, COMMON_OPTIONS).action(async (options: BenchOptions) => {
    if (options.verify !== undefined)
      onExit(await verifyFile(options.verify, options.parts, launcher))
    else onExit(await bench(options, launcher))
  })
}

async function verifyFile(
  file: string,
  parts: string | undefined,
  launcher: string,
): Promise<number> {
  const result = readBenchResult(file)
  const suite = suiteOf(result.suite)
  const { same, problems, skipped } = await verify(result, suite, {
    parts: Object.keys(chosenParts(suite, parts).parts),
    launcher,
    signal: stopSignal(),
    onProblem: (problem) => console.log(`WRONG  ${plainText(problem)}`),
  })
  console.log(`${counted(same, 'trial')} replayed with the same history`)
  if (skipped > 0) console.log(`${counted(skipped, 'trial')} not replayed`)
  return problems.length === 0 && skipped === 0 ? EXIT.success : EXIT.notObtained
}

async function bench(options: BenchOptions, launcher: string): Promise<number> {
  const { out, suite: name } = options
  if (out === undefined) throw new UsageError('give a folder for the results: --out FOLDER')
  if (options.model !== undefined)
    throw new UsageError('name the models with --models, not --model')
  if (options.record !== undefined || options.replayCalls !== undefined)
    throw new UsageError('--record and --replay-calls are for a single trial; use delver trial')
  const suite = chosenParts(suiteOf(name), options.parts)
  const floor = await NullModelServer.start()
  try {
    const named = modelNames(options.models).map((model) => ({
      model,
      of: { ...ownOptions(options), model },
    }))
    const all = [...named, { model: NULL_MODEL, of: floor.options }]
    const entries = all.map(({ model, of }) => entry(model, of, suite, options, out, launcher))
    console.log(costLines(name, entries).join('\n'))
    if (options.dryRun) return EXIT.success
    const missing = entries
      .flatMap(({ plans }) => plans)
      .reduce((sum, plan) => sum + plan.missing, 0)
    if (missing > 0 && !options.yes && !(await isAgreed())) {
      console.log('no trial was played')
      return EXIT.notObtained
    }
    for (const { benched } of entries) await requireModelServer(benched.settings)
    return await play(name, suite, entries, out)
  } finally {
    await floor.close()
  }
}

async function play(
  name: string,
  suite: Suite,
  entries: readonly Entry[],
  out: string,
): Promise<number> {
  makeFolder(out)
  const signal = stopSignal()
  const models: BenchModel[] = []
  let isComplete = true
  let failure: string | null = null
  for (const { model, benched, plans } of entries) {
    const parts: Record<string, PartResult> = {}
    const trials: BenchTrial[] = []
    const games: BenchGames[] = []
    const gone = new AbortController()
    for (const plan of plans) {
      if (plan.missing > 0 && !signal.aborted) console.log(`\n${model}, ${plan.title}:`)
      const played = await plan.play(AbortSignal.any([signal, gone.signal]))
      parts[plan.name] = played.result
      trials.push(...played.trials)
      games.push(...played.games)
      if (played.result.trials < plan.total) isComplete = false
      if (played.modelFailure !== null) {
        failure = `${model}: ${played.modelFailure}`
        gone.abort()
      }
    }
    const server =
      model === NULL_MODEL ? null : URL.parse(benched.settings.server.baseUrl)?.hostname
    const options = replayedOptions(modelFlags(benched.options))
    models.push({ model, server: server || null, parts, trials, games, options })
    // After each model, so that an interrupted run has a result.
    const result = { suite: name, delver: delverVersion(), models }
    writeBenchResult(join(out, RESULT_FILE), result)
    writeAtomically(join(out, PAGE_FILE), leaderboardPage({ v: 1, ...result }, suite))
  }
  const rows = leaderboardRows({ v: 1, suite: name, delver: delverVersion(), models }, suite)
  console.log(['', ...tableLines(rows), ''].join('\n'))
  console.log(`the result is in ${join(out, RESULT_FILE)}, and the page in ${join(out, PAGE_FILE)}`)
  if (failure !== null) console.error(`error: no answer from the model ${plainText(failure, 400)}`)
  if (!isComplete)
    console.error('some trials did not finish; run the same command again to play them')
  if (failure !== null) return EXIT.infrastructure
  return isComplete ? EXIT.success : EXIT.notObtained
}

function entry(
  model: string,
  options: ModelOptions,
  suite: Suite,
  { workers = 1, dryRun }: BenchOptions,
  out: string,
  launcher: string,
): Entry {
  const settings = plannedModel(modelFlags(options), { dryRun })
  const folder = join(out, model.replace(/[^\w.-]+/g, '-'))
  const benched = { settings, options, folder, workers, launcher }
  const plans = Object.entries(suite.parts).map(([name, part]) => partPlan(name, part, benched))
  return { model, benched, plans }
}

/** What would be played, and what it costs. */
function costLines(name: string, entries: readonly Entry[]): string[] {
  return [
    `suite ${name}`,
    ...entries.map(({ model, plans, benched: { settings } }) => {
      const missing = plans.reduce((sum, plan) => sum + plan.missing, 0)
      const sum = (what: 'calls' | 'inputTokens' | 'outputTokens') =>
        plans.reduce((total, plan) => total + plan.missing * plan.perTrial[what], 0)
      const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
      const dollars = dollarsOf({ ...usage, estimated: true }, settings.price)
      const cost =
        dollars === null ? 'price unknown; set it with --price' : `about $${dollars.toFixed(2)}`
      return `  ${plainText(model)}: ${counted(missing, 'trial')} to play, about ${sum('calls').toFixed(0)} calls, ${cost}`
    }),
    'estimates are measured with a scripted model; a real model may need several times as many calls',
  ]
}

/** @throws UsageError */
function modelNames(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw new UsageError('name the models to compare: --models a,b,c')
  if (new Set(names).size < names.length || names.includes(NULL_MODEL))
    throw new UsageError(`each model is named once, and ${NULL_MODEL} is always played`)
  return names
}

/** @throws UsageError */
function chosenParts(suite: Suite, wanted: string | undefined): Suite {
  if (wanted === undefined) return suite
  const names = wanted.split(',').map((name) => name.trim())
  const unknown = names.find((name) => suite.parts[name] === undefined)
  if (unknown !== undefined)
    throw new UsageError(
      `the suite has no part "${unknown}" (parts: ${Object.keys(suite.parts).join(', ')})`,
    )
  const parts = Object.entries(suite.parts).filter(([name]) => names.includes(name))
  return { parts: Object.fromEntries(parts) }
}

/** @throws UsageError for a suite that this version of Delver does not have. */
function suiteOf(name: string): Suite {
  const suite = SUITES[name]
  if (!suite)
    throw new UsageError(`there is no suite ${plainText(name)} (suites: ${NAMES.join(', ')})`)
  return suite
}

/** The options of the language model among all options. */
function ownOptions(options: BenchOptions): ModelOptions {
  const { models, suite, parts, workers, dryRun, yes, out, verify: _, ...model } = options
  return model
}
