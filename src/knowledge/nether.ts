/** The dimension behind a Nether portal, as goals and plans name it. */
export const THE_NETHER = 'the_nether'
export const OVERWORLD = 'overworld'
export const PORTAL = 'nether_portal'
