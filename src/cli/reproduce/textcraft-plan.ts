import { join } from 'node:path'
import { dollarsOf } from '#llm/price'
import type { ModelSettings } from '#llm/settings'
import { runBenchmark } from '#textcraft/benchmark'
import { Rulebook } from '#textcraft/rulebook'
import { type PlayedTask, TaskLog } from '#textcraft/task-log'
import type { TextCraftTask } from '#textcraft/tasks'
import { transcriptInFolder } from '#textcraft/transcript-in-folder'
import { lockFolder } from '#trial/folder-lock'
import { makeFolder } from '#trial/out-folder'
import type { ModelOptions } from '../model-options.ts'
import { openSolver } from '../textcraft-command.ts'
import { taskLine } from '../textcraft-report.ts'
import type { TextCraftRow } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'
import type { PlayedRow } from './row-result.ts'
import { ALL } from './tallies.ts'
import { CLAIMED, depthColumn } from './textcraft-columns.ts'

export interface TextCraftMatrix {
  readonly tasks: readonly TextCraftTask[]
  readonly workers: number
  readonly out: string
  readonly model: ModelSettings
  readonly modelOptions: ModelOptions
}

/** A row of a table on TextCraft: one method on all tasks. Each finished task is logged at once. */
export function textCraftPlan(row: TextCraftRow, matrix: TextCraftMatrix): RowPlan {
  const { tasks } = matrix
  const { method, dMax } = row
  const { model, modelOptions } = row.executor === 'main' ? withoutExecutor(matrix) : matrix
  const folder = join(matrix.out, row.folder)
  const log = new TaskLog(folder, {
    method,
    dMax,
    model: model.server.model,
    executorModel: model.roles.executor?.server.model ?? null,
  })
  const known = log.read()
  const missing = tasks.filter(({ id }) => !known.has(id))
  return {
    row,
    total: tasks.length,
    missing: missing.length,
    async play(signal) {
      if (missing.length === 0 || signal.aborted) return played(tasks, log.read(), null, model)
      makeFolder(folder)
      const lock = lockFolder(folder)
      try {
        const known = log.open()
        const book = new Rulebook()
        const broken = new AbortController()
        const { solver, close } = await openSolver(
          { ...modelOptions, method, dMax, planner: 'llm' },
          book,
          transcriptInFolder(folder, (error) => broken.abort(error)),
        )
        const { ended } = await runBenchmark(
          tasks.filter(({ id }) => !known.has(id)),
          solver,
          book,
          (result) => {
            log.append(result)
            console.log(taskLine(result))
          },
          AbortSignal.any([signal, broken.signal]),
          matrix.workers,
        ).finally(close)
        broken.signal.throwIfAborted()
        const failure = ended === 'interrupted' ? null : ended
        return played(tasks, log.read(), failure && `${failure.kind}: ${failure.detail}`, model)
      } finally {
        lock.release()
      }
    },
  }
}

function depthsOf(tasks: readonly PlayedTask[]): { mean: number; max: number } {
  const depths = tasks.map(({ depth }) => depth)
  return { mean: depths.reduce((a, b) => a + b, 0) / depths.length, max: Math.max(...depths) }
}

/** The main model takes both roles. */
function withoutExecutor({
  model,
  modelOptions,
}: TextCraftMatrix): Pick<TextCraftMatrix, 'model' | 'modelOptions'> {
  const common = Object.entries(modelOptions).filter(([name]) => !name.startsWith('executor'))
  return {
    model: { ...model, roles: {} },
    modelOptions: Object.fromEntries(common) as ModelOptions,
  }
}

function played(
  tasks: readonly TextCraftTask[],
  known: ReadonlyMap<number, PlayedTask>,
  modelFailure: string | null,
  { price, roles }: ModelSettings,
): PlayedRow {
  const results = tasks.flatMap(({ id }) => known.get(id) ?? [])
  const sum = (what: 'calls' | 'inputTokens' | 'outputTokens') =>
    results.reduce((total, result) => total + result[what], 0)
  const usage = { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') }
  const recipeDepths = [...new Set(results.map(({ recipeDepth }) => recipeDepth))]
  const ofDepth = (depth: number) => results.filter(({ recipeDepth }) => recipeDepth === depth)
  const solvedOf = (some: readonly PlayedTask[]) => some.filter(({ solved }) => solved)
  return {
    rates: new Map([
      [ALL, { successes: solvedOf(results).length, trials: results.length }],
      [
        CLAIMED,
        { successes: results.filter(({ claimed }) => claimed).length, trials: results.length },
      ],
      ...recipeDepths.map((depth) => {
        const some = ofDepth(depth)
        return [
          depthColumn(depth),
          { successes: solvedOf(some).length, trials: some.length },
        ] as const
      }),
    ]),
    depths: new Map([
      [ALL, depthsOf(results)],
      ...recipeDepths.map(
        (depth) => [depthColumn(depth), depthsOf(solvedOf(ofDepth(depth)))] as const,
      ),
    ]),
    played: results.length,
    used: {
      calls: sum('calls'),
      ...usage,
      // The log does not separate the use of two models.
      dollars: roles.executor ? null : dollarsOf({ ...usage, estimated: true }, price),
    },
    modelFailure,
  }
}
