import type { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import type { ItemCounts } from '#goal/goal'
import type { SkillLanguage } from '#skills/library'
import { language } from './language.ts'
import type { Stage } from './skills.ts'

/** The environment of the body on a stage, as an episode makes it. */
export async function environmentOn(
  { context }: Stage,
  target: ItemCounts = {},
  of: SkillLanguage = language,
): Promise<MinecraftEnvironment> {
  const { Controller } = await import('#agent/controller/controller')
  const { Reflexes } = await import('#skills/reflexes/reflexes')
  const { MinecraftEnvironment } = await import('#agent/environment/minecraft-environment')
  const controller = new Controller(of, context, new Reflexes(context))
  return new MinecraftEnvironment(of, context, controller, target)
}
