import { parsePlan } from '#goal/parse'
import type { StrategyDefinition } from '#strategies/definition'
import { executePlan, IN_ORDER } from '#strategies/deps/execute-plan'

const PLAN = `mine({log:1}, null)
craft({planks:4}, {log:1}, null)
craft({stick:4}, {planks:2}, null)`

/** Carries out one written plan, whatever the task is. */
export const FIXED_PLAN: StrategyDefinition<'fixed-plan'> = {
  name: 'fixed-plan',
  needsModel: false,
  uses: ['selector'],
  create: ({ language, selector }) => ({
    name: 'fixed-plan',
    async pursue(_task, context) {
      const plan = parsePlan(language, PLAN)
      if (!plan.ok) return plan.error.message
      const { failed } = await executePlan(plan.goals, { ...IN_ORDER, selector }, context)
      return failed ? failed.failure.detail : 'the plan is done'
    },
  }),
}
