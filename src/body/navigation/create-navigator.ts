import { GridNavigator } from './grid-navigator.ts'
import type { Navigator, NavigatorName } from './navigator.ts'
import { PathfinderNavigator } from './pathfinder-navigator.ts'

/** The navigator of a name. */
export function createNavigator(name: NavigatorName): Navigator {
  switch (name) {
    case 'grid':
      return new GridNavigator()
    case 'pathfinder':
      return new PathfinderNavigator()
  }
}
