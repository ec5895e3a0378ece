import seedrandom from 'seedrandom'
import { antiXray } from './anti-xray.ts'
import { claim, protect, refuse } from './blocks.ts'
import { cancelClicks, noConfirm } from './clicks.ts'
import { resync } from './corrections.ts'
import type { Fault, FaultWorld } from './fault.ts'
import { full, kick } from './joining.ts'
import { otherWorld } from './other-world.ts'
import { people } from './people.ts'
import { loginQueue } from './queue.ts'
import { resourcePack } from './resource-pack.ts'
import {
  cancelChat,
  changedDifficulty,
  changedGameMode,
  changedTime,
  keepInventory,
  sleepVote,
} from './rules.ts'
import { lag, slowChunks, stall } from './timing.ts'

/** Everything that real servers do to players and that the practice world can do on request, by name. */
export const FAULTS = {
  lag: {
    summary: 'the world runs at changing rates between 10 and 20 ticks a second',
    coping: "time limits count the server's ticks",
    install: lag,
  },
  stall: {
    summary: 'every 30 to 120 s the world stands still for 2 to 8 s',
    coping: "the agent waits; time limits count the server's ticks",
    install: stall,
  },
  resync: {
    summary: 'every 3 to 15 s the server moves a moving player back by 5 ticks',
    coping: 'the agent continues from where it is; the result counts the corrections',
    install: resync,
  },
  refuse: {
    summary: 'a plugin cancels one dig or click on a block in ten',
    coping: 'the agent tries again',
    install: refuse,
  },
  protect: {
    summary:
      'nothing within 16 blocks of the spawn point can be changed, as with spawn-protection=16',
    coping: 'the agent works elsewhere',
    install: protect,
  },
  claim: {
    summary:
      'a plugin protects the land within 16 blocks of the spawn point: a dig there ends, and the block is back',
    coping: 'after three such digs, the agent works elsewhere',
    install: claim,
  },
  'cancel-clicks': {
    summary: 'a plugin cancels one click in windows in ten',
    coping: 'the agent tries again',
    install: cancelClicks,
  },
  'no-confirm': {
    summary: 'clicks in windows are never confirmed; slots follow instead (no effect from 1.17 on)',
    coping: 'after the first click, the agent waits for the slots after each',
    install: noConfirm,
  },
  full: {
    summary: 'the server is full at the first two attempts to join',
    coping: 'the agent tries again every 5 s, for 2 minutes',
    install: full,
  },
  kick: {
    summary:
      'the server kicks everybody every 100 to 250 s, and lets them in again where they were',
    coping: 'the agent rejoins and continues with its goal',
    install: kick,
  },
  'slow-chunks': {
    summary: 'one chunk in 10 ticks, and only four before the player can move',
    coping: 'the agent waits for the chunks that it needs',
    install: slowChunks,
  },
  'keep-inventory': {
    summary: 'players keep their items when they die',
    coping: 'the agent continues, and does not return to the place of its death',
    install: keepInventory,
  },
  time: {
    summary: 'others set the time of day every 100 to 300 s',
    coping: 'the agent reads the time as it is',
    install: changedTime,
  },
  difficulty: {
    summary: 'others set the difficulty every 100 to 300 s',
    coping: 'the agent reads the difficulty as it is',
    install: changedDifficulty,
  },
  'game-mode': {
    summary: 'every 100 to 300 s others take players out of survival mode for 20 s',
    coping: 'the agent waits, and says so in the log',
    install: changedGameMode,
  },
  'sleep-vote': {
    summary: 'others do not sleep, so that no night passes faster',
    coping: 'the agent gets up after 20 s in bed, and passes the night below ground',
    install: sleepVote,
  },
  'cancel-chat': {
    summary: 'a plugin cancels what players say in public',
    coping: 'trials need no chat; a companion hears whispers',
    install: cancelChat,
  },
  'anti-xray': {
    summary: 'chunks contain false ores in rock that touches no open block',
    coping: 'player and seen go by what is in sight; loaded notices it, and continues as seen',
    install: antiXray,
  },
  'resource-pack': {
    summary: 'the server kicks players who do not load its resource pack within 10 s',
    coping: 'the agent accepts it',
    install: resourcePack,
  },
  queue: {
    summary: 'a proxy holds players in an empty world for 30 s when they join',
    coping: 'the agent waits until it is in a world with blocks',
    install: loginQueue,
  },
  'other-world': {
    summary: 'a proxy moves players to another world 20 s after they join',
    coping: 'the agent forgets the places of the first world and starts again',
    install: otherWorld,
  },
  people: {
    summary:
      'another player stands in the way, takes drops, hits with its fist about once a minute, throws snowballs or eggs, and leaves and returns',
    coping:
      'the agent steps aside, and gathers again; it ignores a single punch, evades a serious attacker, and never hits back',
    install: people,
  },
} satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export function isFault(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name)
}

/** Lets a world have some faults. Each has a random source of its own. */
export function installFaults(
  names: readonly FaultName[],
  world: Omit<FaultWorld, 'random'>,
  seed: number,
): void {
  for (const name of FAULT_NAMES)
    if (names.includes(name))
      FAULTS[name].install({ ...world, random: seedrandom(`fault-${name}-${seed}`) })
}
