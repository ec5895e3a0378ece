import { type Command, InvalidArgumentError, Option } from 'commander'
import { plannerNeedsModel } from '#agent/planner/planners'
import type { AccountKind } from '#body/accounts'
import { BUILD_RULES, type BuildRule } from '#body/builds'
import { HANDS, type HandsName } from '#body/hand-limits'
import { NAVIGATORS, type NavigatorName } from '#body/navigation/navigators'
import { MIN_SPEED, type Speed } from '#clock/pace'
import type { Settings } from '#events/settings'
import { hasBody, isBuiltIn, WORLD_KINDS } from '#events/worlds'
import type { Difficulty } from '#knowledge/difficulty'
import { registryFor } from '#knowledge/registry'
import type { ModelSettings } from '#llm/settings'
import type { PerceptionMode } from '#perception/perception-modes'
import { UsageError } from '#trial/errors'
import { namedVersion } from '#trial/game-version'
import { findTask, type Task, targetOf, taskNamed } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import type { FaultName } from '#world/faults/faults'
import { isServed, notServed } from '#world/served-versions'
import { FAULTS_HELP, faultNames } from './fault-names.ts'
import { GROUP } from './help.ts'
import { modelFlags, modelSettings } from './model-options.ts'
import { authOption, difficultyOption, perceptionOption, timeOption } from './shared-options.ts'
import {
  addStrategyOptions,
  checkStrategyOptions,
  type StrategyOptions,
  strategySettings,
} from './strategy-options.ts'
import { count } from './whole-number.ts'

/** Options of a trial, each valid by itself. */
export interface TrialOptions extends StrategyOptions {
  world: Settings['world']
  host?: string
  port?: number
  mcVersion?: string
  username: string
  auth?: AccountKind
  perception: PerceptionMode
  navigator?: NavigatorName
  hands?: HandsName
  builds?: BuildRule
  maxTicks?: number
  difficulty?: Difficulty
  time?: number
  speed?: Speed
  faults?: readonly FaultName[]
}

/** Minecraft's default port. */
export const DEFAULT_PORT = 25_565
export const LOOPBACK = '127.0.0.1'

export function addTrialOptions(command: Command): Command {
  command
    .optionsGroup(GROUP.world)
    .addOption(
      new Option(
        '--world <kind>',
        'the built-in practice world, an existing server, or a text world without bodies',
      )
        .choices(WORLD_KINDS)
        .default('practice'),
    )
    .option('--host <address>', `address of the existing server (default: ${LOOPBACK})`)
    .option('--port <number>', `port of the existing server (default: ${DEFAULT_PORT})`, port)
    .option(
      '--mc-version <version>',
      `Minecraft version (default: ${DEFAULT_VERSION}, or that of the existing server)`,
      minecraftVersion,
    )
    .addOption(difficultyOption())
    .addOption(timeOption())
    .option(
      '--speed <factor>',
      'speed of the practice world: max, or a multiple of real time (default: max)',
      speed,
    )
    .option('--faults <names>', FAULTS_HELP, faultNames)
    .addOption(authOption())
    .option('--max-ticks <number>', "game ticks per trial (default: the task's limit)", count)
    .optionsGroup(GROUP.agent)
    .option('--username <name>', "the agent's player name", username, 'Delver')
    .addOption(perceptionOption())
    .addOption(new Option('--navigator <name>', 'path planner (default: grid)').choices(NAVIGATORS))
    .addOption(
      new Option(
        '--hands <kind>',
        'vanilla: with the input cooldowns of the Minecraft client; bot: without (default: vanilla)',
      ).choices(HANDS),
    )
    .addOption(
      new Option(
        '--builds <rule>',
        'ignore: dig any block; respect: leave the blocks of buildings alone (default: ignore)',
      ).choices(BUILD_RULES),
    )
  return addStrategyOptions(command)
}

/**
 * The settings of one trial.
 * @param model The language model; null for none.
 * @throws UsageError when options conflict or the Minecraft version lacks the task's item.
 */
export function trialSettings(
  taskName: string,
  seed: number,
  options: TrialOptions,
  model: ModelSettings | null,
): Settings {
  const { task, version } = checked(taskName, options)
  const existing = !isBuiltIn(options.world)
  const isEmbodied = hasBody(options.world)
  return {
    task: task.name,
    seed,
    world: options.world,
    host: existing ? (options.host ?? LOOPBACK) : null,
    port: existing ? (options.port ?? DEFAULT_PORT) : null,
    version,
    difficulty: options.world === 'practice' ? (options.difficulty ?? 'normal') : null,
    time: options.time ?? 0,
    faults: options.faults ?? [],
    username: options.username,
    auth: options.auth ?? 'offline',
    perception: options.perception,
    navigator: isEmbodied ? (options.navigator ?? 'grid') : null,
    hands: isEmbodied ? (options.hands ?? 'vanilla') : null,
    builds: options.builds ?? 'ignore',
    ...strategySettings(options, model),
    maxTicks: options.maxTicks ?? task.maxTicks,
    speed: existing ? 1 : (options.speed ?? 'max'),
  }
}

/**
 * The language model that the options ask for; null for none. Conflicting options are reported before missing environment
 * variables.
 * @throws UsageError that says what to change or set.
 */
export function trialModel(tasks: readonly Task[], options: TrialOptions): ModelSettings | null {
  for (const { name } of tasks) checked(name, options)
  return plannerNeedsModel(options.planner) ? modelSettings(modelFlags(options)) : null
}

/** The name of the task, or of the group of tasks, that the user typed. @throws UsageError */
export function typedTask(text: string, { mcVersion }: TrialOptions): string {
  return taskNamed(text, registryFor(mcVersion ?? DEFAULT_VERSION))
}

/** The task and its Minecraft version, after a check of all options. @throws UsageError */
function checked(taskName: string, options: TrialOptions): { task: Task; version: string | null } {
  const task = findTask(taskName)
  for (const [name, given, world] of [
    ['--host', options.host, 'existing'],
    ['--port', options.port, 'existing'],
    ['--auth', options.auth, 'existing'],
    ['--difficulty', options.difficulty, 'practice'],
    ['--time', options.time, 'practice'],
    ['--speed', options.speed, 'practice'],
    ['--faults', options.faults, 'practice'],
  ] as const) {
    if (given !== undefined && world !== options.world)
      throw new UsageError(
        world === 'practice'
          ? `${name} is for the practice world only; leave it out`
          : `${name} is for an existing server; add --world existing`,
      )
  }
  for (const name of ['navigator', 'hands', 'builds'] as const)
    if (options[name] !== undefined && !hasBody(options.world))
      throw new UsageError(`--${name} is for a world with bodies; leave it out`)
  checkStrategyOptions(options)
  const version = options.mcVersion ?? (isBuiltIn(options.world) ? DEFAULT_VERSION : null)
  if (options.world === 'practice' && version !== null && !isServed(version))
    throw new UsageError(notServed(version))
  if (version !== null) targetOf(task, registryFor(version))
  return { task, version }
}

export function port(text: string): number {
  const value = count(text)
  if (value > 65_535) throw new InvalidArgumentError('It must be a whole number from 1 to 65535.')
  return value
}

/** Parses a version that the agent plays. */
export function minecraftVersion(text: string): string {
  try {
    return namedVersion(text)
  } catch (error) {
    if (error instanceof UsageError) throw new InvalidArgumentError(`${error.message}.`)
    throw error
  }
}

export function username(text: string): string {
  if (!/^\w{3,16}$/.test(text))
    throw new InvalidArgumentError('A name has 3 to 16 letters, digits or underscores.')
  return text
}

export function speed(text: string): Speed {
  const value = Number(text)
  if (text === 'max') return text
  if (!(value >= MIN_SPEED && value <= 1000))
    throw new InvalidArgumentError(`It must be max or a number from ${MIN_SPEED} to 1000.`)
  return value
}
