import { type Command, InvalidArgumentError, Option } from 'commander'
import { ACCOUNT_KINDS } from '#body/accounts'
import { BUILD_RULES } from '#body/builds'
import { HANDS } from '#body/hand-limits'
import { NAVIGATORS } from '#body/navigation/navigators'
import { DAY_TICKS } from '#knowledge/daylight'
import { DIFFICULTIES } from '#knowledge/difficulty'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import { TIMES_OF_DAY } from '#world/world-time'

/** Names of the times of day, as a phrase. */
const TIMES = Object.keys(TIMES_OF_DAY).join(', ')

/** `--auth` of commands that join an existing server. */
export function authOption(): Option {
  return new Option(
    '--auth <kind>',
    'account type for an existing server (default: offline)',
  ).choices(ACCOUNT_KINDS)
}

/** `--difficulty` of commands that open a practice world. */
export function difficultyOption(): Option {
  return new Option(
    '--difficulty <level>',
    'difficulty of the practice world (default: normal)',
  ).choices(DIFFICULTIES)
}

/** `--time` of commands that open a practice world. */
export function timeOption(): Option {
  return new Option(
    '--time <when>',
    `time of day at the start of the practice world: ${TIMES}, or ticks since sunrise (default: 0)`,
  ).argParser(timeOfDay)
}

/** `--perception` of commands with an agent. */
export function perceptionOption(): Option {
  return new Option(
    '--perception <mode>',
    'what the agent may know, from the view of a player (player) to all loaded chunks (loaded)',
  )
    .choices(PERCEPTION_MODES)
    .default('player')
}

/** The options of an agent that people order about, which leaves buildings alone. @param builds help of `--builds`. */
export function addResidentOptions(command: Command, builds: string): Command {
  return command
    .addOption(perceptionOption())
    .addOption(new Option('--navigator <name>', 'path planner').choices(NAVIGATORS).default('grid'))
    .addOption(
      new Option(
        '--hands <kind>',
        'vanilla: with the input cooldowns of the Minecraft client; bot: without',
      )
        .choices(HANDS)
        .default('vanilla'),
    )
    .addOption(new Option('--builds <rule>', builds).choices(BUILD_RULES).default('respect'))
}

function timeOfDay(text: string): number {
  if (Object.hasOwn(TIMES_OF_DAY, text)) return TIMES_OF_DAY[text as keyof typeof TIMES_OF_DAY]
  if (!/^\d{1,5}$/.test(text) || Number(text) >= DAY_TICKS)
    throw new InvalidArgumentError(`It must be ${TIMES} or a number from 0 to ${DAY_TICKS - 1}.`)
  return Number(text)
}
