import { NO_MODEL, type RowLeftOut, type TrialsRow, type TrialsTable } from '../paper-table.ts'
import { bySkill, SKILL } from '../tallies.ts'

/** Episode lengths (ticks): for items near the surface, iron and diamonds. */
const SHORT = 600
const IRON = 3000
const LONG = 12_000
/** Time of a trial for the tools before its skill starts (ticks). */
const ON_THE_WAY = 12_000

/** DEPS, Table 18: success of the controller's skills. */
export const TABLE_18: TrialsTable = {
  kind: 'trials',
  name: 'table18',
  title: 'DEPS, Table 18: success of single skills of the controller',
  asksModel: false,
  isOverAllTasks: false,
  world: null,
  seeds: 10,
  tally: bySkill(SHORT),
  rows: [
    row('oak-wood', 'Mine 1 oak wood', 'obtain:oak_log', SHORT, 39),
    row('birch-wood', 'Mine 1 birch wood', 'obtain:birch_log', SHORT, 29),
    row('cobblestone', 'Mine 1 cobblestone with pickaxe', 'obtain:cobblestone', SHORT, 95),
    row('seed', 'Mine 1 seed', 'obtain:wheat_seeds', SHORT, 18),
    row('leaves', 'Mine 1 leaves with shears', 'obtain:leaves', SHORT, 68),
    row('dirt', 'Mine 1 dirt', 'obtain:dirt', SHORT, 54),
    row('iron-ore', 'Mine 1 iron ore with stone pickaxe', 'obtain:iron_ore', IRON, 40),
    row('iron-ore-3', 'Mine 3 iron ore with stone pickaxe', 'obtain:iron_ore:3', IRON, 16),
    row('diamond', 'Mine 1 diamond with iron pickaxe', 'obtain:diamond', LONG, 35),
    row('sheep', 'Kill 1 sheep', 'obtain:mutton', SHORT, 44),
    row('cow', 'Kill 1 cow', 'obtain:beef', SHORT, 60),
    row('chicken', 'Kill 1 chicken', 'obtain:chicken', SHORT, 46),
    row('pig', 'Kill 1 pig', 'obtain:porkchop', SHORT, 49),
    row('craft-by-hand', 'Craft without crafting_table', 'obtain:planks', SHORT, 100),
    row('craft-on-table', 'Craft with crafting_table', 'obtain:wooden_pickaxe', SHORT, 90),
    row('smelt', 'Smelt with furnace', 'obtain:stone', SHORT, 80),
  ],
  leftOut: [
    leftOut('Mine 1 stone with pickaxe', 'stone needs Silk Touch, which no skill uses', 70),
    leftOut(
      'Mine 1 diamond with stone pickaxe',
      'the ore drops nothing, so no plan contains it',
      0,
    ),
    leftOut('Kill 1 llama', 'the practice world has no llamas', 50),
    leftOut('Equip tool on mainhand', 'not a goal: skills equip their tools themselves', 100),
  ],
  notes: [
    'played in the practice world without a language model: the symbolic planner plans a task whose last goal is the skill, and the agent makes its own tools',
    "only the first attempt at that goal counts, from its choice, within the episode's length; trials without an attempt are excluded",
    'the agent kills animals with the item in its hand, in the paper with an axe; the time includes the search, here and in the paper',
  ],
  elsewhere: {
    world: 'MineDojo, Minecraft 1.11.2',
    controller: 'a learned controller on pixels',
    episodes: 'not stated',
  },
}

function row(
  folder: string,
  label: string,
  task: string,
  length: number,
  percent: number,
): TrialsRow {
  return {
    folder,
    label: `${label}, ${length} ticks`,
    world: 'practice',
    tasks: [task],
    tally: bySkill(length),
    options: {
      planner: 'symbolic',
      strategy: 'deps',
      replan: 'on-failure',
      maxTicks: ON_THE_WAY + length,
    },
    published: { model: 'none', rates: { [SKILL]: percent } },
    perTrial: NO_MODEL,
  }
}

function leftOut(label: string, why: string, percent: number): RowLeftOut {
  return { label, why, published: { model: 'none', rates: { [SKILL]: percent } } }
}
