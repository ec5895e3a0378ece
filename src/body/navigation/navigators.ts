import { GridNavigator } from './grid-navigator.ts'
import type { Navigator } from './navigator.ts'
import { PathfinderNavigator } from './pathfinder-navigator.ts'

/** All navigators by the names that settings and the command line use, the default first. */
const MAKERS = {
  grid: () => new GridNavigator(),
  pathfinder: () => new PathfinderNavigator(),
} satisfies Readonly<Record<string, () => Navigator>>

export type NavigatorName = keyof typeof MAKERS

export const NAVIGATORS = Object.keys(MAKERS) as NavigatorName[]

export function createNavigator(name: NavigatorName): Navigator {
  return MAKERS[name]()
}
