/** Column for tasks that the player claims as solved. */
export const CLAIMED = 'claimed'

/** Column for tasks of a recipe depth. */
export function depthColumn(recipeDepth: number): string {
  return `depth ${recipeDepth}`
}
