import type { Settings } from '#events/settings'
import { hasBody } from '#events/worlds'
import { registryFor } from '#knowledge/registry'
import { EXTERNAL } from '#strategies/registry'
import { UsageError } from '#trial/errors'
import { namedVersion } from '#trial/game-version'
import { findTask, targetOf, taskNamed } from '#trial/tasks'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { isServed, notServed } from '#world/served-versions'
import type { ResetRequest } from './requests.ts'

/** The settings of the trial that an episode is. @throws UsageError for a task or version that does not exist. */
export function episodeSettings(request: ResetRequest): Settings {
  const { world, seed, perception, difficulty, time, goals } = request
  const version = namedVersion(request.mcVersion ?? DEFAULT_VERSION)
  const registry = registryFor(version)
  const task = findTask(taskNamed(request.task, registry))
  targetOf(task, registry)
  const isEmbodied = hasBody(world)
  if (isEmbodied && !isServed(version)) throw new UsageError(notServed(version))
  return {
    ...{ task: task.name, seed, world, version, perception, goals },
    ...{ host: null, port: null, username: 'Delver', auth: 'offline' },
    difficulty: isEmbodied ? difficulty : null,
    time: isEmbodied ? time : 0,
    navigator: isEmbodied ? 'grid' : null,
    hands: isEmbodied ? 'vanilla' : null,
    ...{ builds: 'ignore', faults: [], descriptor: 'typed' },
    strategy: EXTERNAL,
    // Nothing below plays: the goals come from outside.
    ...{ planner: 'symbolic', executor: 'skills', rounds: null, replan: 'after-gathering' },
    ...{ selector: 'nearest', choose: null, chooseTemperature: null, selectorModel: null },
    ...{ skillMemory: null, planMemory: null, llm: null, overrideChoice: [], maxDecisions: null },
    maxTicks: request.maxTicks ?? task.maxTicks,
    speed: 'max',
  }
}
