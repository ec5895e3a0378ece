import { DAY_TICKS } from '#knowledge/daylight'
import { DIFFICULTIES } from '#knowledge/difficulty'
import type { ChatComponent } from '../core/chat-component.ts'
import { GAME_MODES } from '../core/game-mode.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { WEATHERS } from '../weather/weather.ts'
import { TIMES_OF_DAY, type WorldTime } from '../world-time.ts'
import type { Answer } from './answers.ts'
import { CommandError, type CommandWords } from './command-words.ts'
import { textArgument } from './text-argument.ts'
import type { WorldEditor } from './world-editor.ts'

/** Limits of the game. */
const MAX_FILLED = 32_768
const MAX_GIVEN = 6400
const MAX_TIME = 2 ** 31 - 1
const MAX_WEATHER_SECONDS = 1_000_000
const TICKS_PER_SECOND = 20
/** Damage of `/kill`. */
const DEADLY = 1000

const TIME_ACTIONS = ['set', 'add', 'query'] as const
/** Names of the one game rule, up to 1.21.10 and since. */
const DAYLIGHT_RULES = ['doDaylightCycle', 'minecraft:advance_time', 'advance_time'] as const

/** What commands can read and change. */
export interface CommandWorld {
  readonly level: Level
  readonly players: Players
  readonly time: WorldTime
  readonly editor: WorldEditor
  tell(player: Player, message: ChatComponent): void
}

interface Command {
  /** Whether only operators may use it. */
  readonly restricted: boolean
  readonly usage: string
  /** The words that its first argument can be; none for other arguments. */
  readonly choices?: readonly string[]
  /** Carries it out, and returns the answer; an empty one is not sent. @throws CommandError */
  run(words: CommandWords, speaker: Player, world: CommandWorld): Answer | string
}

/** The commands by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  help: open('', () =>
    Object.entries(COMMANDS)
      .map(([name, { usage }]) => `/${name} ${usage}`.trim())
      .join(', '),
  ),
  list: open('', (_, __, { players }) => {
    const names = [...players].map(({ name }) => name)
    return `There are ${names.length} of a max of 20 players online: ${names.join(', ')}`
  }),
  me: open('<action>', (words, speaker, { players, tell }) => {
    const message = {
      translate: 'chat.type.emote',
      with: [{ text: speaker.name }, { text: words.rest('an action') }],
    }
    for (const player of players) tell(player, message)
    return ''
  }),
  tell: open('<player> <message>', whisper),
  msg: open('<player> <message>', whisper),
  w: open('<player> <message>', whisper),
  give: restricted('<player> <item> [count]', (words, _, { editor }) => {
    const targets = words.players()
    const item = words.item()
    const count = words.left > 0 ? words.number('The count', 1, MAX_GIVEN) : 1
    for (const player of targets) editor.give(player, item, count)
    const stack = `[${titled(item)}]`
    return {
      now: [`commands.give.success.${form(targets)}`, count, stack, listed(targets)],
      before: ['commands.give.success', stack, count, listed(targets)],
    }
  }),
  clear: restricted('[player] [item]', (words, _, { editor }) => {
    const targets = words.players()
    const item = words.left > 0 ? words.item() : undefined
    const removed = targets.reduce((sum, player) => sum + editor.clear(player, item), 0)
    if (removed === 0) throw new CommandError('No items were found')
    return {
      now: [`commands.clear.success.${form(targets)}`, removed, listed(targets)],
      before: ['commands.clear.success', listed(targets), removed],
    }
  }),
  tp: restricted('[player] <position or player>', teleport),
  teleport: restricted('[player] <position or player>', teleport),
  time: chosen(TIME_ACTIONS, '<value>', (words, _, { time, editor }) => {
    const action = words.oneOf('action', TIME_ACTIONS)
    if (action === 'query') return same('commands.time.query', time.ofDay)
    const named = Object.entries(TIMES_OF_DAY).map(([name, ticks]) => [name, ticks] as const)
    const names: Readonly<Record<string, number>> = { ...Object.fromEntries(named), ...MIDNIGHT }
    const word = words.next('a time')
    const known = Object.hasOwn(names, word) ? names[word] : undefined
    const ticks = known ?? (/^\d{1,10}$/.test(word) ? Number(word) : Number.NaN)
    if (!(ticks <= MAX_TIME)) throw new CommandError(`Unknown time '${word}'`)
    if (action === 'add') editor.addTime(ticks)
    else editor.setTime(ticks % DAY_TICKS)
    return same('commands.time.set', time.ofDay)
  }),
  weather: chosen(WEATHERS, '[seconds]', (words, _, { editor }) => {
    const kind = words.oneOf('weather', WEATHERS)
    const seconds =
      words.left > 0 ? words.number('The duration', 1, MAX_WEATHER_SECONDS) : undefined
    editor.setWeather(kind, seconds && seconds * TICKS_PER_SECOND)
    return { now: [`commands.weather.set.${kind}`], before: [`commands.weather.${kind}`] }
  }),
  gamemode: chosen(GAME_MODES, '[player]', (words, speaker, { editor }) => {
    const mode = words.oneOf('game mode', GAME_MODES)
    const targets = words.players()
    for (const player of targets) editor.setGameMode(player, mode)
    const name = `${titled(mode)} Mode`
    return targets.length === 1 && targets[0] === speaker
      ? same('commands.gamemode.success.self', name)
      : same('commands.gamemode.success.other', listed(targets), name)
  }),
  difficulty: chosen(DIFFICULTIES, '', (words, _, { editor }) => {
    const level = words.oneOf('difficulty', DIFFICULTIES)
    editor.setDifficulty(level)
    return same('commands.difficulty.success', titled(level))
  }),
  gamerule: chosen(DAYLIGHT_RULES, '[true|false]', (words, _, { time }) => {
    const rule = words.oneOf('game rule', DAYLIGHT_RULES)
    if (words.left === 0) return same('commands.gamerule.query', rule, String(time.advances))
    time.advances = words.oneOf('value', ['true', 'false']) === 'true'
    return {
      now: ['commands.gamerule.set', rule, String(time.advances)],
      before: ['commands.gamerule.success', rule, String(time.advances)],
    }
  }),
  tellraw: restricted('<player> <text component>', (words, _, { tell }) => {
    const targets = words.players()
    const message = textArgument(words.rest('a text component'))
    for (const player of targets) tell(player, message)
    return ''
  }),
  fill: restricted('<from> <to> <block>', (words, _, { level, editor }) => {
    const from = words.block()
    const to = words.block()
    const state = words.blockState()
    const size = to.minus(from).abs().offset(1, 1, 1)
    const count = size.x * size.y * size.z
    if (count > MAX_FILLED)
      throw new CommandError(
        `Too many blocks in the specified area (maximum ${MAX_FILLED}, specified ${count})`,
      )
    if (![from, to].every(({ x, z }) => level.isLoaded(x, z)))
      throw new CommandError('That position is not loaded')
    const filled = editor.fill(from, to, state)
    if (filled === 0) throw new CommandError('No blocks were filled')
    return same('commands.fill.success', filled)
  }),
  setblock: restricted('<position> <block>', (words, _, { level, editor }) => {
    const place = words.block()
    if (!level.isLoaded(place.x, place.z)) throw new CommandError('That position is not loaded')
    if (!editor.setBlock(place, words.blockState()))
      throw new CommandError('Could not set the block')
    return same('commands.setblock.success', place.x, place.y, place.z)
  }),
  summon: restricted('<mob> [position]', (words, speaker, { level, editor }) => {
    const kind = words.next('a mob').replace(/^minecraft:/, '')
    const position = words.left > 0 ? words.position() : speaker.position.clone()
    if (!level.isLoaded(Math.floor(position.x), Math.floor(position.z)))
      throw new CommandError('That position is not loaded')
    if (!editor.spawn(kind, position)) throw new CommandError(`There is no mob '${kind}' here`)
    return same('commands.summon.success', titled(kind))
  }),
  kill: restricted('[player]', (words) => {
    const targets = words.players()
    for (const { vitals } of targets) vitals.hurt(DEADLY, 'kill')
    return {
      now: [`commands.kill.success.${form(targets)}`, listed(targets)],
      before: ['commands.kill.successful', listed(targets)],
    }
  }),
}

const MIDNIGHT = { midnight: 18_000 }

function open(usage: string, run: Command['run']): Command {
  return { restricted: false, usage, run }
}

function restricted(usage: string, run: Command['run']): Command {
  return { restricted: true, usage, run }
}

/** A restricted command whose first argument is one of some words. */
function chosen(choices: readonly string[], usage: string, run: Command['run']): Command {
  return { restricted: true, usage: `${choices.join('|')} ${usage}`.trim(), choices, run }
}

function whisper(words: CommandWords, speaker: Player, { tell }: CommandWorld): string {
  const targets = words.players()
  const text = words.rest('a message')
  for (const player of targets) {
    const said = (name: string) => [{ text: name }, { text }]
    tell(player, {
      translate: 'commands.message.display.incoming',
      with: said(speaker.name),
    })
    tell(speaker, { translate: 'commands.message.display.outgoing', with: said(player.name) })
  }
  return ''
}

function teleport(words: CommandWords, speaker: Player, { editor }: CommandWorld): Answer {
  const first = words.isCoordinate() ? [speaker] : words.players()
  const moved = words.left > 0 || words.isCoordinate() ? first : [speaker]
  if (words.left === 0) {
    const [to] = first
    if (!to) throw new CommandError('No player was found')
    editor.teleport(speaker, to.position.clone())
    return joined([speaker], to)
  }
  if (!words.isCoordinate()) {
    const [to] = words.players()
    if (!to) throw new CommandError('No player was found')
    for (const player of moved) editor.teleport(player, to.position.clone())
    return joined(moved, to)
  }
  const position = words.position()
  for (const player of moved) editor.teleport(player, position)
  const { x, y, z } = position
  const place = [x, y, z].map((value) => value.toFixed(1))
  return {
    now: [`commands.teleport.success.location.${form(moved)}`, listed(moved), ...place],
    before: ['commands.tp.success.coordinates', listed(moved), ...place],
  }
}

function joined(moved: readonly Player[], to: Player): Answer {
  return {
    now: [`commands.teleport.success.entity.${form(moved)}`, listed(moved), to.name],
    before: ['commands.tp.success', listed(moved), to.name],
  }
}

/** An answer whose key is the same in every version. */
function same(key: string, ...values: (string | number)[]): Answer {
  return { now: [key, ...values], before: [key, ...values] }
}

/** The game has one text for one target, and another for several. */
function form(targets: readonly Player[]): 'single' | 'multiple' {
  return targets.length === 1 ? 'single' : 'multiple'
}

/** The name of one player, or the number of several. */
function listed(players: readonly Player[]): string {
  return players.length === 1 ? (players[0]?.name ?? '') : String(players.length)
}

/** `iron_ore` as `Iron Ore`. */
function titled(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
