import { it } from 'vitest'

/** Every version from 1.12.2 on that mineflayer lists as tested. */
export const VERSIONS = [
  ...['1.12.2', '1.13.2', '1.14.4', '1.15.2', '1.16.5', '1.17.1', '1.18.2', '1.19', '1.19.2'],
  ...['1.19.3', '1.19.4', '1.20.1', '1.20.2', '1.20.4', '1.20.6', '1.21.1', '1.21.3', '1.21.4'],
  ...['1.21.5', '1.21.6', '1.21.8', '1.21.9', '1.21.11', '26.1'],
] as const

/** One version for each change of the packets for windows and items. */
export const PLAYED_VERSIONS = [
  '1.12.2',
  '1.13.2',
  '1.16.5',
  '1.19.3',
  '1.20.6',
  '1.21.5',
  '26.1',
] as const

/** Whether suites run on all their versions: with `npm run test:all`, as in CI. */
const RUNS_ALL = process.env.DELVER_TEST_VERSIONS === 'all'

/**
 * The versions that a suite runs on: the first one, or all in CI. Most single tests run on 1.16.5, so the first one is another,
 * where a mistake is most likely: 1.12.2 for the meaning of blocks and items, the newest for packets and the tall world.
 */
export function versionsFor<Version extends string>(
  ...versions: readonly [Version, ...Version[]]
): readonly Version[] {
  return RUNS_ALL ? versions : versions.slice(0, 1)
}

/** All cases of a suite in CI, or the named ones, for suites whose further cases make the same point again. */
export function casesFor<Case>({
  all,
  some,
}: Readonly<Record<'all' | 'some', readonly Case[]>>): readonly Case[] {
  return RUNS_ALL ? all : some
}

/** How often a suite repeats random input: less often outside of CI. */
export function roundsFor({ all, some }: Readonly<Record<'all' | 'some', number>>): number {
  return RUNS_ALL ? all : some
}

/** A test that takes more than about two seconds and has shorter ones beside it: it runs in CI only. */
export const longIt = it.runIf(RUNS_ALL)

/** The same for a test that also needs something of the machine, such as a browser. */
export const longItIf = (isPossible: boolean) => it.runIf(RUNS_ALL && isPossible)
