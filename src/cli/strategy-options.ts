import { accessSync, constants, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { DESCRIPTORS } from '#agent/descriptor/descriptors'
import { GOAL_READINGS } from '#agent/environment/written-goals'
import { isForAllStrategies, PLANNERS, plannerNeedsModel } from '#agent/planner/planners'
import type { Settings } from '#events/settings'
import { ANSWER_FORMS, type AnswerForm } from '#llm/answer-forms'
import { LLM_TIMES, type LlmTime } from '#llm/in-game-time'
import type { ModelSettings } from '#llm/settings'
import { CHOOSERS, DEFAULT_TEMPERATURE, SELECTORS, usesModel } from '#selector/selectors'
import { EXECUTORS, executorNeedsModel } from '#strategies/adapt/executors'
import type { StrategyFeature } from '#strategies/definition'
import { MODEL_ROUNDS, REPLAN_POLICIES } from '#strategies/deps/replan-policy'
import {
  STRATEGIES,
  strategiesUsing,
  strategiesWithTools,
  strategyNamed,
} from '#strategies/registry'
import { UsageError } from '#trial/errors'
import { makeFolders } from '#trial/out-folder'
import { GROUP } from './help.ts'
import {
  addModelOptions,
  addRoleOptions,
  givenModelFlag,
  givenRoleFlag,
  type ModelOptions,
} from './model-options.ts'
import { chosenModel } from './selector/chosen-model.ts'
import { count, wholeNumber } from './whole-number.ts'

/** The values of --planner for a language model. */
const MODEL_PLANNERS = PLANNERS.filter(plannerNeedsModel).join(' or ')

/** The selectors that have a model of their own. */
const WITH_MODEL_FILE = SELECTORS.filter(usesModel).join(' and ')

/** How DEPS explains failures by a language model. */
const EXPLAINERS = ['separate', 'inline'] as const

/** Options of planner and strategy. */
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
  overrideChoice?: Settings['overrideChoice']
  replan?: Settings['replan']
  /** False for none. */
  explainer?: (typeof EXPLAINERS)[number] | boolean
  /** False for none. */
  descriptor?: Settings['descriptor'] | false
  goals?: Settings['goals']
  answers?: AnswerForm
  /** Folder of AdaPlanner's skill memory. */
  skillMemory?: string
  /** Folder of DEPS's plan memory. */
  planMemory?: string
  llmTime?: LlmTime
}

export function addStrategyOptions(command: Command): Command {
  command
    .optionsGroup(GROUP.planning)
    .addOption(
      new Option('--planner <kind>', 'symbolic planner, or a language model')
        .choices(PLANNERS)
        .default('symbolic'),
    )
    .addOption(
      new Option('--strategy <name>', 'strategy that turns the task into goals')
        .choices(STRATEGIES)
        .default('deps'),
    )
    .addOption(
      new Option(
        '--executor <kind>',
        'executor of adapt: skills, or a language model step by step (default: skills)',
      ).choices(EXECUTORS),
    )
    .option(
      '--rounds <number>',
      `how often deps may replan, or none for no limit (default: ${MODEL_ROUNDS} with a language model)`,
      rounds,
    )
    .addOption(
      new Option(
        '--selector <name>',
        'selector of the next goal; none keeps the order of the plan (default: nearest)',
      ).choices(SELECTORS),
    )
    .addOption(
      new Option(
        '--choose <way>',
        'how the horizon selector chooses: lowest prediction, or sampled by softmax (default: argmin)',
      ).choices(CHOOSERS),
    )
    .option(
      '--choose-temperature <ticks>',
      `temperature of --choose softmax, in ticks (default: ${DEFAULT_TEMPERATURE})`,
      count,
    )
    .option(
      '--selector-model <file>',
      `model of the ${WITH_MODEL_FILE} selectors (default: the built-in one)`,
    )
    .addOption(
      new Option(
        '--replan <policy>',
        `when deps replans (default: after-gathering; with --planner ${MODEL_PLANNERS}, on-failure)`,
      ).choices(REPLAN_POLICIES),
    )
    .addOption(
      new Option(
        '--descriptor <name>',
        'how failures are described to the planner (default: typed)',
      ).choices(DESCRIPTORS),
    )
    .option('--no-descriptor', 'same as --descriptor none')
    .addOption(
      new Option(
        '--goals <reading>',
        'correct wrong materials, counts, tools or stations of a goal, or let the goal fail (default: lenient)',
      ).choices(GOAL_READINGS),
    )
  addSkillMemory(command)
  command.option(
    '--plan-memory <folder>',
    'folder in which deps with a language model keeps the goals that worked, as examples for similar tasks',
  )
  addModelOptions(command)
    .addOption(
      new Option(
        '--explainer <kind>',
        'explain a failure in a separate call, or in the call that plans again (default: separate)',
      ).choices(EXPLAINERS),
    )
    .option('--no-explainer', 'replan without an explanation of the failure')
    .addOption(
      new Option(
        '--answers <form>',
        "form of the model's answers, where strategy and server support it: the papers' text, plans by a JSON schema, or calls of tools (default: text)",
      ).choices(ANSWER_FORMS),
    )
    .addOption(
      new Option(
        '--llm-time <mode>',
        'game time during a call in the practice world: it pauses, or passes as in real time (default: pause)',
      ).choices(LLM_TIMES),
    )
  return addRoleOptions(command)
}

/** The option of AdaPlanner's skill memory, which `delver textcraft` has too. */
export function addSkillMemory(command: Command): Command {
  return command.option(
    '--skill-memory <folder>',
    'folder in which adaplanner keeps solutions that help with later tasks',
  )
}

/** The folder of a memory, which is made unless it exists; null for none. @throws UsageError */
export function skillMemoryFolder(
  folder: string | undefined,
  flag = '--skill-memory',
): string | null {
  if (folder === undefined) return null
  try {
    makeFolders(folder)
    accessSync(folder, constants.R_OK | constants.W_OK)
    readdirSync(folder)
  } catch (error) {
    throw new UsageError(`${flag} ${folder} cannot be used (${(error as Error).message})`)
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
  | 'overrideChoice'
  | 'maxDecisions'
  | 'descriptor'
  | 'goals'
  | 'replan'
  | 'skillMemory'
  | 'planMemory'
  | 'llm'
>

/** @throws UsageError when options conflict. */
export function checkStrategyOptions(options: StrategyOptions & Pick<Settings, 'world'>): void {
  const objection = objectionTo(options)
  if (objection) throw new UsageError(objection)
}

/** The settings of planner and strategy, from options that do not conflict. */
export function strategySettings(
  options: StrategyOptions & Pick<Settings, 'world'>,
  model: ModelSettings | null,
): StrategySettings {
  const { planner, strategy, executor = 'skills', world } = options
  const llm = plannerNeedsModel(planner)
  const rounds = options.rounds ?? (llm && strategy === 'deps' ? MODEL_ROUNDS : null)
  return {
    planner,
    strategy,
    executor,
    rounds: rounds === Number.POSITIVE_INFINITY ? null : rounds,
    selector: options.selector ?? 'nearest',
    ...horizonSettings(options),
    overrideChoice: options.overrideChoice ?? [],
    maxDecisions: null,
    descriptor: options.descriptor === false ? 'none' : (options.descriptor ?? 'typed'),
    goals: options.goals ?? 'lenient',
    replan: options.replan ?? (llm ? 'on-failure' : 'after-gathering'),
    skillMemory: skillMemoryFolder(options.skillMemory),
    planMemory: skillMemoryFolder(options.planMemory, '--plan-memory'),
    llm: model && llmSettings(options, world, model),
  }
}

/** Rounds of replanning, with `none` for no limit. */
function rounds(text: string): number {
  return text === 'none' ? Number.POSITIVE_INFINITY : wholeNumber(text)
}

/** The settings of a selector with a model; null for any other. @throws UsageError when its model cannot be read. */
function horizonSettings({
  selector,
  choose = 'argmin',
  chooseTemperature = DEFAULT_TEMPERATURE,
  selectorModel,
}: StrategyOptions): Pick<Settings, 'choose' | 'chooseTemperature' | 'selectorModel'> {
  if (!selector || !usesModel(selector))
    return { choose: null, chooseTemperature: null, selectorModel: null }
  chosenModel(selectorModel ?? null)
  const samples = selector === 'horizon' && choose === 'softmax'
  return {
    choose: selector === 'horizon' ? choose : null,
    chooseTemperature: samples ? chooseTemperature : null,
    selectorModel: selectorModel === undefined ? null : resolve(selectorModel),
  }
}

function llmSettings(
  { explainer, answers = 'text', llmTime }: StrategyOptions,
  world: Settings['world'],
  { server, budget, transcript, roles }: ModelSettings,
): Settings['llm'] {
  return {
    model: server.model,
    server: URL.parse(server.baseUrl)?.hostname || null,
    replayed: transcript?.mode === 'play',
    explainer: explainer !== false,
    explainsInline: explainer === 'inline',
    explainerModel: roles.explainer?.server.model ?? null,
    executorModel: roles.executor?.server.model ?? null,
    api: server.api,
    answers,
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
    flag: '--answers json',
    feature: 'jsonAnswers',
    needsModel: true,
    isGiven: (given) => given.answers === 'json',
  },
  {
    flag: '--no-explainer',
    feature: 'explainer',
    needsModel: true,
    isGiven: (given) => given.explainer === false,
  },
  {
    flag: '--explainer',
    feature: 'explainer',
    needsModel: true,
    isGiven: (given) => typeof given.explainer === 'string',
  },
  {
    flag: '--plan-memory',
    feature: 'planMemory',
    needsModel: true,
    isGiven: (given) => given.planMemory !== undefined,
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
  {
    flag: '--override-choice',
    feature: 'selector',
    isGiven: (given) => given.overrideChoice !== undefined,
  },
]

/** Why options do not go together; undefined when they do. */
function objectionTo(options: StrategyOptions & Pick<Settings, 'world'>): string | undefined {
  const { planner, strategy, executor, explainer, llmTime, world, selector } = options
  const { needsModel, uses } = strategyNamed(strategy)
  const llm = plannerNeedsModel(planner)
  const modelFlag = llm ? undefined : givenModelFlag(options)
  if (modelFlag) return `${modelFlag} is for a language model; add --planner ${MODEL_PLANNERS}`
  if (needsModel && !llm)
    return `the strategy ${strategy} is for a language model; add --planner ${MODEL_PLANNERS}`
  if (!uses.includes('planner') && !isForAllStrategies(planner))
    return `--planner ${planner} is for --strategy ${strategiesUsing('planner')}`
  const ofExplainer = givenRoleFlag(options, 'explainer')
  if (ofExplainer && !(llm && uses.includes('explainer') && explainer !== false))
    return `${ofExplainer} is for --planner ${MODEL_PLANNERS} with --strategy ${strategiesUsing('explainer')} and its explainer`
  if (ofExplainer && explainer === 'inline')
    return `${ofExplainer} is for a separate explainer; leave out --explainer inline`
  const ofExecutor = givenRoleFlag(options, 'executor')
  if (ofExecutor && executor !== 'react')
    return `${ofExecutor} is for --strategy ${strategiesUsing('executor')} with --executor react`
  for (const { flag, feature, needsModel: byModel, isGiven } of FEATURE_OPTIONS) {
    const isUsed = uses.includes(feature) && (llm || !byModel)
    if (isUsed || !isGiven(options)) continue
    const model = byModel ? `--planner ${MODEL_PLANNERS} with ` : ''
    return `${flag} is for ${model}--strategy ${strategiesUsing(feature)}`
  }
  if (options.answers !== undefined && !llm)
    return `--answers is for a language model; add --planner ${MODEL_PLANNERS}`
  if (options.answers === 'tools' && !strategyNamed(strategy).toolsets)
    return `--answers tools is for --strategy ${strategiesWithTools()}`
  if (
    options.answers === 'tools' &&
    uses.includes('executor') &&
    !executorNeedsModel(executor ?? 'skills')
  )
    return '--answers tools is for an executor by a language model; add --executor react'
  if (executor !== undefined && executorNeedsModel(executor) && !llm)
    return `--executor ${executor} needs a language model; add --planner ${MODEL_PLANNERS}`
  if (options.choose !== undefined && selector !== 'horizon')
    return '--choose is for --selector horizon'
  if (options.chooseTemperature !== undefined && options.choose !== 'softmax')
    return '--choose-temperature is for --choose softmax'
  if (options.selectorModel !== undefined && !(selector && usesModel(selector)))
    return `--selector-model is for --selector ${WITH_MODEL_FILE}`
  if (llmTime !== undefined && (!llm || world !== 'practice'))
    return `--llm-time is for --planner ${MODEL_PLANNERS} in the practice world, whose time can stand still`
  return undefined
}
