import { createInterface } from 'node:readline'
import { Command, InvalidArgumentError, Option } from 'commander'
import { skillTitle } from '#events/titles'
import { openModel } from '#llm/open-model'
import type { TranscriptWriter } from '#llm/transcript-writer'
import { textCraftSkills } from '#textcraft/adaplanner-solver'
import { type BenchmarkResult, runBenchmark, type TaskResult } from '#textcraft/benchmark'
import {
  BRANCH_SELECTORS,
  type BranchSelectorName,
  createBranchSelector,
} from '#textcraft/branch-selectors'
import { Game } from '#textcraft/game'
import { isSymbolic, METHODS, type Method, type MethodPart, methodNamed } from '#textcraft/methods'
import { type PlayTasks, playInFolder } from '#textcraft/play-in-folder'
import { Rulebook } from '#textcraft/rulebook'
import type { Solver } from '#textcraft/solver'
import {
  createSolver,
  defaultBranchSelector,
  SOLVERS,
  type SolverName,
  solverNeedsModel,
} from '#textcraft/solvers'
import type { LogSettings } from '#textcraft/task-log'
import { TEST_TASKS, taskText } from '#textcraft/tasks'
import { transcriptInFolder } from '#textcraft/transcript-in-folder'
import { UsageError } from '#trial/errors'
import { EXIT } from './exit-codes.ts'
import { GROUP, hideAdvanced } from './help.ts'
import { reportPause } from './long-wait.ts'
import {
  addExecutorOptions,
  addModelOptions,
  givenModelFlag,
  givenRoleFlag,
  type ModelOptions,
  modelFlags,
  modelSettings,
  requireModelServer,
} from './model-options.ts'
import { stopSignal } from './stop-signal.ts'
import { addSkillMemory, skillMemoryFolder } from './strategy-options.ts'
import { benchmarkJson, benchmarkReport, taskLine } from './textcraft-report.ts'
import { count, wholeNumber } from './whole-number.ts'

const [DEFAULT_METHOD = 'adapt'] = METHODS
/** The values of --planner for a language model. */
const MODEL_PLANNERS = SOLVERS.filter(solverNeedsModel).join(' or ')
/** Largest value of --d-max. */
const MAX_DEPTH = 10
/** Limit of executor calls per task. */
const MAX_RUNS = 100

/** The options in `delver textcraft --help`; `--help-all` shows the others. */
const COMMON_OPTIONS = [
  ...['--limit', '--workers', '--method', '--d-max', '--planner', '--selector', '--out', '--json'],
  ...['--model', '--provider', '--base-url', '--max-dollars'],
]

/** Options of the solver. */
export interface SolverOptions extends ModelOptions {
  method: Method
  dMax: number
  planner: SolverName
  selector?: BranchSelectorName
  /** Folder of AdaPlanner's skill memory. */
  skillMemory?: string
}

interface TextCraftOptions extends SolverOptions {
  limit: number
  workers: number
  out?: string
  json?: boolean
}

type GivenOptions = Omit<TextCraftOptions, 'dMax'> & Partial<Pick<TextCraftOptions, 'dMax'>>

/** `delver textcraft`: plays the 200 test tasks of TextCraft. */
export function textcraftCommand(onExit: (code: number) => void): Command {
  const command = new Command('textcraft')
    .description('Play the 200 test tasks of TextCraft, the text game of the ADaPT paper.')
    .option(
      '--limit <number>',
      'number of tasks to play, the deepest recipes first',
      count,
      TEST_TASKS.length,
    )
    .option('--workers <number>', 'number of tasks to play in parallel', count, 1)
    .optionsGroup(GROUP.planning)
    .addOption(
      new Option('--method <name>', 'method that plays a task')
        .choices(METHODS)
        .default(DEFAULT_METHOD),
    )
    .option(
      '--d-max <number>',
      `depth limit of the recursion or of threads, or number of attempts (default: ${dMaxText()})`,
      depth,
    )
    .addOption(
      new Option('--planner <kind>', 'symbolic planner, or a language model')
        .choices(SOLVERS)
        .default('symbolic'),
    )
    .addOption(
      new Option(
        '--selector <name>',
        `order of a plan's branches: as planned, or nearest by recipes that a model does not see (default: nearest; with --planner ${MODEL_PLANNERS}, none)`,
      ).choices(BRANCH_SELECTORS),
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', 'folder for the results; finished tasks in it are not played again')
    .option('--json', 'print the result as one line of JSON, and progress to standard error')
    .optionsGroup(GROUP.planning)
  addExecutorOptions(addModelOptions(addSkillMemory(command)))
  return hideAdvanced(command, COMMON_OPTIONS)
    .action(async ({ dMax, ...options }: GivenOptions) => {
      const ended = await play({ ...options, dMax: dMax ?? methodNamed(options.method).maxDepth })
      const isClean = ended === 'interrupted' || ended?.kind === 'budget'
      if (ended) onExit(isClean ? EXIT.notObtained : EXIT.infrastructure)
    })
    .addCommand(playCommand())
}

/** The defaults of --d-max: that of the default method, and of the methods that differ. */
function dMaxText(): string {
  const usual = methodNamed(DEFAULT_METHOD).maxDepth
  const others = METHODS.filter((method) => methodNamed(method).maxDepth !== usual)
  return [usual, ...others.map((method) => `for ${method}, ${methodNamed(method).maxDepth}`)].join(
    '; ',
  )
}

/** @returns why the benchmark ended before the last task; null when it is complete. */
async function play(options: TextCraftOptions): Promise<BenchmarkResult['ended']> {
  const { method, dMax, limit, planner, workers, out, json } = options
  const progress = json ? process.stderr : process.stdout
  const book = new Rulebook()
  const settings = solverSettings(options)
  const tasks = TEST_TASKS.slice(0, limit)
  const signal = stopSignal()
  const playTasks: PlayTasks = async (missing, onResult, signal) => {
    const broken = new AbortController()
    const transcript =
      out !== undefined && solverNeedsModel(planner)
        ? transcriptInFolder(out, (error) => broken.abort(error))
        : undefined
    const { solver, close } = await openSolver(options, book, transcript)
    const tell = (result: TaskResult) => {
      onResult(result)
      progress.write(`${taskLine(result)}\n`)
    }
    const either = AbortSignal.any([signal, broken.signal])
    const result = await runBenchmark(missing, solver, book, tell, either, workers).finally(close)
    broken.signal.throwIfAborted()
    return result
  }
  const result =
    out === undefined
      ? await playTasks(tasks, () => {}, signal)
      : await playInFolder(out, settings, tasks, playTasks, signal)
  const { model } = settings
  if (json) console.log(benchmarkJson({ method, planner, dMax, model }, result))
  else console.log(['', ...benchmarkReport(result.tasks)].join('\n'))
  const { ended } = result
  if (ended === 'interrupted') console.error('stopped before the last task')
  else if (ended)
    console.error(`stopped: no answer from the model (${skillTitle(ended.kind)}): ${ended.detail}`)
  if (ended && out !== undefined)
    console.error(
      `${tasks.length - result.tasks.length} of ${tasks.length} tasks did not finish; run the same command again to play them`,
    )
  return ended
}

interface OpenSolver {
  readonly solver: Solver
  close(): Promise<void>
}

/**
 * Creates the solver that the options describe.
 * @param transcript gets every call, and is closed with the solver.
 * @throws UsageError when options conflict.
 * @throws NoServer when the language model's server does not answer.
 */
export async function openSolver(
  options: SolverOptions,
  book: Rulebook,
  transcript?: TranscriptWriter,
): Promise<OpenSolver> {
  const { method, dMax: maxDepth, planner } = options
  const common = {
    book,
    method,
    selector: createBranchSelector(selectorOf(options)),
    maxDepth,
    maxRuns: MAX_RUNS,
  }
  if (!solverNeedsModel(planner)) {
    checkRules(options)
    const solver = createSolver(planner, { ...common, model: null })
    return { solver, close: () => Promise.resolve() }
  }
  const settings = modelSettings(modelFlags(options))
  await requireModelServer(settings)
  const opened = await openModel(settings, {
    onCall: () => {},
    onPause: (_, pause) => reportPause(pause),
    ...(transcript && { transcript }),
  })
  const { model, roles } = opened
  const folder = skillMemoryFolder(options.skillMemory)
  const solver = createSolver(planner, {
    ...common,
    model,
    executorModel: roles.executor,
    skills: folder === null ? null : textCraftSkills(folder),
  })
  const close = () => opened.close().finally(() => transcript?.close())
  return { solver, close }
}

/**
 * The settings that all results in one folder share.
 * @throws UsageError when options conflict.
 */
function solverSettings(options: SolverOptions): LogSettings {
  const { method, dMax, planner } = options
  checkParts(options)
  const skillMemory = skillMemoryFolder(options.skillMemory) ?? undefined
  const common = { method, dMax, selector: selectorOf(options), skillMemory }
  if (!solverNeedsModel(planner)) {
    checkRules(options)
    return { ...common, model: null, executorModel: null }
  }
  const { server, roles } = modelSettings(modelFlags(options))
  const executorModel = roles.executor?.server.model ?? null
  return { ...common, model: server.model, executorModel }
}

/** @throws UsageError for an option that the method does not use. */
function checkParts(options: SolverOptions): void {
  const { method, selector, skillMemory } = options
  const given: Readonly<Record<MethodPart, string | false | undefined>> = {
    selector: selector && '--selector',
    executor: givenRoleFlag(options, 'executor'),
    'skill-memory': skillMemory !== undefined && '--skill-memory',
  }
  for (const [part, flag] of Object.entries(given) as [MethodPart, string | false | undefined][]) {
    if (!flag || methodNamed(method).uses.includes(part)) continue
    const users = METHODS.filter((name) => methodNamed(name).uses.includes(part))
    throw new UsageError(`${flag} is not for ${method}; it is for ${users.join(', ')}`)
  }
}

function selectorOf({ selector, planner }: SolverOptions): BranchSelectorName {
  return selector ?? defaultBranchSelector(planner)
}

/** @throws UsageError when an option or the method is for a language model. */
function checkRules(options: SolverOptions): void {
  const { method } = options
  const modelFlag = givenModelFlag(options)
  if (modelFlag)
    throw new UsageError(`${modelFlag} is for a language model; add --planner ${MODEL_PLANNERS}`)
  if (!isSymbolic(method))
    throw new UsageError(`${method} is for a language model only; add --planner ${MODEL_PLANNERS}`)
}

/** `delver textcraft play`: one observation for each line of standard input. */
function playCommand(): Command {
  return new Command('play')
    .description(
      'Play one task by hand: one action per input line, one observation per output line.',
    )
    .requiredOption('--task <number>', 'number of the task, starting at 0', wholeNumber)
    .action(async ({ task: id }: { task: number }) => {
      const task = TEST_TASKS.find((one) => one.id === id)
      if (!task) throw new UsageError(`tasks are numbered from 0 to ${TEST_TASKS.length - 1}`)
      console.error(taskText(task))
      const game = new Game(new Rulebook(), task.goal)
      for await (const line of createInterface({ input: process.stdin }))
        console.log(game.act(line))
      console.error(game.isWon ? 'The goal is crafted.' : 'The goal is not crafted.')
    })
}

function depth(text: string): number {
  const value = count(text)
  if (value > MAX_DEPTH) throw new InvalidArgumentError(`It must be at most ${MAX_DEPTH}.`)
  return value
}
