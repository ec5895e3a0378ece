import type { SkillLanguage } from '../../skills/library.ts'
import type { MinecraftEnvironment } from '../../src/agent/environment/minecraft-environment.ts'
import type { ItemCounts } from '../../src/goal/goal.ts'
import { language } from './language.ts'
import type { Stage } from './skills.ts'

/** The environment of the body on a stage, as an episode makes it. */
export async function environmentOn(
  { context }: Stage,
  target: ItemCounts = {},
  of: SkillLanguage = language,
): Promise<MinecraftEnvironment> {
  const { Controller } = await import('../../src/agent/controller/controller.ts')
  const { Reflexes } = await import('../../skills/reflexes/reflexes.ts')
  const { MinecraftEnvironment } = await import(
    '../../src/agent/environment/minecraft-environment.ts'
  )
  const controller = new Controller(of, context, new Reflexes(context))
  return new MinecraftEnvironment(of, context, controller, target)
}
