import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, without the ending `.test.ts`. */
const LONGEST = [
  ...['watch/page', 'cli/reproduce', 'trial/campaign', 'cli/commands', 'env/env', 'cli/play'],
  ...['watch/recording', 'trial/determinism', 'clients/python', 'queue/campaigns', 'watch/cli'],
  ...['world/terrain/terrain', 'skills/farming', 'mcp/stdio', 'trial/llm', 'life/connection'],
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
