import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, without the ending `.test.ts`. */
const LONGEST = [
  ...['docs', 'watch/page/page', 'cli/reproduce/reproduce', 'trial/determinism', 'clients/python'],
  ...['env/env', 'watch/page/order-box', 'queue/campaigns', 'cli/play/play', 'cli/commands'],
  ...['watch/cli', 'mcp/lost-server', 'world/faults/faults', 'queue/recovery', 'cli/bench/bench'],
  ...['watch/page/versions', 'play/building/building', 'trial/campaign', 'world/terrain/terrain'],
  ...['trial/watchdog', 'trial/llm', 'watch/race', 'report/page/page', 'trial/campaign-kills'],
  ...['watch/film/film', 'skills/building/building'],
  ...['watch/recording/recording', 'life/changed-rules', 'trial/llm-faults'],
]

/**
 * Starts the longest files first, so that no worker is left alone with one at the end. Vitest does so by itself once it has
 * run the files on a machine; before, it knows only their sizes.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return index < 0 ? LONGEST.length : index
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
