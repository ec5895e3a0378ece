/** Ready-made tasks for clients that offer prompts. */
export const PROMPTS = {
  'iron-tools': {
    description: 'Get an iron pickaxe and say how',
    text: 'Obtain an iron_pickaxe with the Minecraft agent. Then report what the server says it holds, and how long it took.',
  },
  'settle-down': {
    description: 'Prepare for the night',
    text: 'Prepare the Minecraft agent for its first night: obtain a bed, 8 torches and some cooked food. Remember the place where it is as "home". Report what is still missing.',
  },
  explore: {
    description: 'Look around and report',
    text: 'Explore with the Minecraft agent: look, go about 60 blocks in each direction in turn, and look again. Report ores, water, animals and dangers with coordinates.',
  },
  companion: {
    description: 'Help the player in the chat',
    text: 'Be a companion in Minecraft: read the chat, do what the players there ask for as long as it harms no player and no building, and answer in the chat.',
  },
} as const satisfies Record<string, { readonly description: string; readonly text: string }>
