import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { PLANNERS } from '#agent/planner/planner-setting'
import type { Settings } from '#events/settings'
import { LLM_TIMES, type LlmTime } from '#llm/in-game-time'
import type { ModelSettings } from '#llm/settings'
import { CHOOSERS, DEFAULT_TEMPERATURE, SELECTORS } from '#selector/selectors'
import { EXECUTORS, executorNeedsModel } from '#strategies/adapt/executors'
import type { StrategyFeature } from '#strategies/definition'
import { REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import { STRATEGIES, strategiesUsing, strategyNamed } from '#strategies/registry'
import { UsageError } from '#trial/usage-error'
import {
  addModelOptions,
  addRoleOptions,
  givenModelFlag,
  givenRoleFlag,
  type ModelOptions,
} from './model-options.ts'
import { chosenModel } from './selector/chosen-model.ts'
import { count, wholeNumber } from './whole-number.ts'

/** What the command line says of planner and strategy. */
export interface StrategyOptions extends ModelOptions {
  planner: Settings['planner']
  strategy: Settings['strategy']
  executor?: Settings['executor']
  rounds?: number
  selector?: Settings['selector']
  choose?: (typeof CHOOSERS)[number]
  /** Ticks. */
  chooseTemperature?: number
  selectorModel?: string
  force?: Settings['force']
  replan?: Settings['replan']
  explainer: boolean
  /** False for none. */
  descriptor?: Settings['descriptor'] | false
  goals?: Settings['goals']
  structured?: boolean
  /** Folder of discovered skills. */
  skillMemory?: string
  llmTime?: LlmTime
}

export function addStrategyOptions(command: Command): Command {
  command
    .optionsGroup('How it plans:')
    .addOption(
      new Option('--planner <kind>', 'who plans: rules, or a language model')
        .choices(PLANNERS)
        .default('symbolic'),
    )
    .addOption(
      new Option('--strategy <name>', 'the way from the task to goals')
        .choices(STRATEGIES)
        .default('deps'),
    )
    .addOption(
      new Option(
        '--executor <kind>',
        "who carries out adapt's tasks: skills, or a language model step by step (default: skills)",
      ).choices(EXECUTORS),
    )
    .option('--rounds <number>', 'how often it may plan again (default: no limit)', wholeNumber)
    .addOption(
      new Option(
        '--selector <name>',
        'which of the goals that can be done comes next (default: nearest; none keeps the order of the plan)',
      ).choices(SELECTORS),
    )
    .addOption(
      new Option(
        '--choose <way>',
        'how the horizon selector chooses: the soonest, or by chance, the sooner the likelier (default: argmin)',
      ).choices(CHOOSERS),
    )
    .option(
      '--choose-temperature <ticks>',
      `by so many ticks a goal must be sooner to be e times as likely (default: ${DEFAULT_TEMPERATURE})`,
      count,
    )
    .option('--selector-model <file>', 'what the horizon selector predicts by')
    .addOption(
      new Option(
        '--replan <policy>',
        'when deps plans again (default: after-gathering by rules, on-failure by a language model)',
      ).choices(REPLAN_POLICIES),
    )
    .addOption(
      new Option('--descriptor <name>', 'how failures are put into words (default: typed)').choices(
        DESCRIPTORS,
      ),
    )
    .option('--no-descriptor', 'the same as --descriptor none')
    .addOption(
      new Option(
        '--goals <reading>',
        'carry out what a goal means, or fail where its materials, counts, tool or station are wrong (default: lenient)',
      ).choices(GOAL_READINGS),
    )
  addSkillMemory(addModelOptions(command))
    .option('--no-explainer', 'let the language model replan without explaining failures')
    .option('--structured', 'ask the language model for plans by a JSON schema, where it can')
    .addOption(
      new Option(
        '--llm-time <mode>',
        'in the practice world: the game stands still during a call, or waits as long (default: pause)',
      ).choices(LLM_TIMES),
    )
  return addRoleOptions(command)
}

/** Also of `delver textcraft`. */
export function addSkillMemory(command: Command): Command {
  return command.option(
    '--skill-memory <folder>',
    'keep solutions of adaplanner there that help with other tasks, and show them to later ones',
  )
}

/** The folder of discovered skills, made unless it is there; null for none. @throws UsageError */
export function skillMemoryFolder(folder: string | undefined): string | null {
  if (folder === undefined) return null
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.R_OK | constants.W_OK)
    readdirSync(folder)
  } catch (error) {
    throw new UsageError(`--skill-memory ${folder} cannot be used (${(error as Error).message})`)
  }
  return resolve(folder)
}

type StrategySettings = Pick<
  Settings,
  | 'planner'
  | 'strategy'
  | 'executor'
  | 'rounds'
  | 'selector'
  | 'choose'
  | 'chooseTemperature'
  | 'selectorModel'
  | 'force'
  | 'maxDecisions'
  | 'descriptor'
  | 'goals'
  | 'replan'
  | 'skillMemory'
  | 'llm'
>

/** @throws UsageError when options do not go together. */
export function checkStrategyOptions(options: StrategyOptions & Pick<Settings, 'world'>): void {
  const objection = objectionTo(options)
  if (objection) throw new UsageError(objection)
}

/** The settings of planner and strategy, from options that go together. */
export function strategySettings(
  options: StrategyOptions & Pick<Settings, 'world'>,
  model: ModelSettings | null,
): StrategySettings {
  const { planner, strategy, executor = 'skills', rounds = null, world } = options
  return {
    planner,
    strategy,
    executor,
    rounds,
    selector: options.selector ?? 'nearest',
    ...horizonSettings(options),
    force: options.force ?? [],
    maxDecisions: null,
    descriptor: options.descriptor === false ? 'none' : (options.descriptor ?? 'typed'),
    goals: options.goals ?? 'lenient',
    replan: options.replan ?? (planner === 'llm' ? 'on-failure' : 'after-gathering'),
    skillMemory: skillMemoryFolder(options.skillMemory),
    llm: model && llmSettings(options, world, model),
  }
}

/** The settings of the horizon selector; null for any other. @throws UsageError when its model cannot be read. */
function horizonSettings({
  selector,
  choose = 'argmin',
  chooseTemperature = DEFAULT_TEMPERATURE,
  selectorModel,
}: StrategyOptions): Pick<Settings, 'choose' | 'chooseTemperature' | 'selectorModel'> {
  if (selector !== 'horizon') return { choose: null, chooseTemperature: null, selectorModel: null }
  chosenModel(selectorModel ?? null)
  return {
    choose,
    chooseTemperature: choose === 'softmax' ? chooseTemperature : null,
    selectorModel: selectorModel === undefined ? null : resolve(selectorModel),
  }
}

function llmSettings(
  { explainer, structured = false, llmTime }: StrategyOptions,
  world: Settings['world'],
  { server, budget, cassette, roles }: ModelSettings,
): Settings['llm'] {
  return {
    model: server.model,
    server: URL.parse(server.baseUrl)?.hostname || null,
    playedBack: cassette?.mode === 'play',
    explainer,
    explainerModel: roles.explainer?.server.model ?? null,
    executorModel: roles.executor?.server.model ?? null,
    structured,
    time: world === 'practice' ? (llmTime ?? 'pause') : null,
    maxCalls: budget.calls,
    maxTokens: budget.tokens,
    maxDollars: budget.dollars,
  }
}

/** Options that only some strategies use, and the feature of a strategy that each sets. */
const FEATURE_OPTIONS: readonly {
  readonly flag: string
  readonly feature: StrategyFeature
  /** Whether the option also needs a language model. */
  readonly needsModel?: true
  isGiven(options: StrategyOptions): boolean
}[] = [
  { flag: '--executor', feature: 'executor', isGiven: (given) => given.executor !== undefined },
  { flag: '--rounds', feature: 'rounds', isGiven: (given) => given.rounds !== undefined },
  {
    flag: '--structured',
    feature: 'structured',
    needsModel: true,
    isGiven: (given) => given.structured === true,
  },
  {
    flag: '--no-explainer',
    feature: 'explainer',
    needsModel: true,
    isGiven: (given) => !given.explainer,
  },
  {
    flag: '--descriptor',
    feature: 'descriptor',
    isGiven: (given) => given.descriptor !== undefined,
  },
  {
    flag: '--skill-memory',
    feature: 'skillMemory',
    isGiven: (given) => given.skillMemory !== undefined,
  },
  { flag: '--replan', feature: 'replan', isGiven: (given) => given.replan !== undefined },
  { flag: '--selector', feature: 'selector', isGiven: (given) => given.selector !== undefined },
  { flag: '--force', feature: 'selector', isGiven: (given) => given.force !== undefined },
]

/** Why options do not go together; undefined when they do. */
function objectionTo(options: StrategyOptions & Pick<Settings, 'world'>): string | undefined {
  const { planner, strategy, executor, explainer, llmTime, world, selector } = options
  const { needsModel, uses } = strategyNamed(strategy)
  const llm = planner === 'llm'
  const modelFlag = llm ? undefined : givenModelFlag(options)
  if (modelFlag) return `${modelFlag} is for a language model; add --planner llm`
  if (needsModel && !llm)
    return `the strategy ${strategy} is for a language model; add --planner llm`
  const ofExplainer = givenRoleFlag(options, 'explainer')
  if (ofExplainer && !(llm && uses.includes('explainer') && explainer))
    return `${ofExplainer} is for --planner llm with --strategy ${strategiesUsing('explainer')} and its explainer`
  const ofExecutor = givenRoleFlag(options, 'executor')
  if (ofExecutor && executor !== 'react')
    return `${ofExecutor} is for --strategy ${strategiesUsing('executor')} with --executor react`
  for (const { flag, feature, needsModel: byModel, isGiven } of FEATURE_OPTIONS) {
    const isUsed = uses.includes(feature) && (llm || !byModel)
    if (isUsed || !isGiven(options)) continue
    const model = byModel ? '--planner llm with ' : ''
    return `${flag} is for ${model}--strategy ${strategiesUsing(feature)}`
  }
  if (executor !== undefined && executorNeedsModel(executor) && !llm)
    return `--executor ${executor} needs a language model; add --planner llm`
  if (options.choose !== undefined && selector !== 'horizon')
    return '--choose is for --selector horizon'
  if (options.chooseTemperature !== undefined && options.choose !== 'softmax')
    return '--choose-temperature is for --choose softmax'
  if (options.selectorModel !== undefined && selector !== 'horizon')
    return '--selector-model is for --selector horizon'
  if (llmTime !== undefined && (!llm || world !== 'practice'))
    return '--llm-time is for --planner llm in the practice world, whose time can stand still'
  return undefined
}
