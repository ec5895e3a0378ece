interface WorldTraits {
  /** Whether the agent has a body there. */
  readonly hasBody: boolean
  /** Whether Delver brings the world, which then depends on the seed; otherwise it is that of a server. */
  readonly isBuiltIn: boolean
}

/** All worlds of trials by the names that settings and the command line use; `src/trial/open-host.ts` opens them. */
const WORLDS = {
  /** The practice world, in which time is simulated. */
  practice: { hasBody: true, isBuiltIn: true },
  /** A server. */
  existing: { hasBody: true, isBuiltIn: false },
  /** The text world. */
  text: { hasBody: false, isBuiltIn: true },
} as const satisfies Readonly<Record<string, WorldTraits>>

export type WorldKind = keyof typeof WORLDS

/** The worlds that need no server. */
export type BuiltInWorld = {
  [Name in WorldKind]: (typeof WORLDS)[Name]['isBuiltIn'] extends true ? Name : never
}[WorldKind]

/** Names of all worlds, the default first. */
export const WORLD_KINDS = Object.keys(WORLDS) as WorldKind[]

/** Names of the worlds that need no server, the default first. */
export const BUILT_IN_WORLDS = WORLD_KINDS.filter(isBuiltIn)

/** Whether the agent has a body in a world. */
export function hasBody(kind: WorldKind): boolean {
  return WORLDS[kind].hasBody
}

/** Whether a world needs no server. */
export function isBuiltIn(kind: WorldKind): kind is BuiltInWorld {
  return WORLDS[kind].isBuiltIn
}
