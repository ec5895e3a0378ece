import type { ModelNeed, TrialsRow, TrialsTable } from '../paper-table.ts'
import { BY_GROUP } from '../tallies.ts'

/** DEPS's own needs, from Table 2. */
const NEEDS: ModelNeed = { calls: 6.1, inputTokens: 10455, outputTokens: 996 }

/** With plans as JSON, and as calls of tools, whose definitions are part of each request. */
const JSON_NEEDS: ModelNeed = { calls: 5.8, inputTokens: 11012, outputTokens: 673 }
const TOOLS_NEEDS: ModelNeed = { calls: 5.7, inputTokens: 18926, outputTokens: 503 }

/** What Delver adds to DEPS, and what it can leave out: no table of a paper. */
export const ABLATIONS: TrialsTable = {
  kind: 'trials',
  name: 'ablations',
  title: 'DEPS with and without its parts and additions, on the 76 tasks',
  asksModel: true,
  isOverAllTasks: true,
  world: 'text',
  seeds: 3,
  tally: BY_GROUP,
  elsewhere: { world: 'none', controller: 'none', episodes: 'none' },
  rows: [
    row('deps', 'DEPS', {}),
    row('no-explainer', 'no explainer', { explainer: false }),
    row('inline', 'the planner explains inline', { explainer: 'inline' }),
    row('facts', 'typed failures and the facts of the task', { descriptor: 'typed' }),
    { ...row('plan-memory', 'with a memory of plans', {}), remembersPlans: true },
    { ...row('json', 'plans by a JSON schema', { answers: 'json' }), perTrial: JSON_NEEDS },
    { ...row('tools', 'plans as calls of tools', { answers: 'tools' }), perTrial: TOOLS_NEEDS },
  ],
  notes: [
    'not in the paper; the other rows use its descriptor and its prompt',
    'plan memory: each trial is shown plans that worked in earlier trials of its row; with several workers their order varies',
  ],
}

function row(folder: string, label: string, options: TrialsRow['options']): TrialsRow {
  return { folder, label, options: { strategy: 'deps', ...options }, perTrial: NEEDS }
}
