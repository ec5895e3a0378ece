import type { Click } from './clicks.ts'

/** Maximum number of changed slots that a client may claim for one click. */
const MAX_CLAIMS = 128

/** A client's claim about a slot after its click. */
interface Claim {
  location: number
  /** Undefined for an empty slot from 1.21.5 on. */
  item: object | undefined
}

/** A click with the client's claims about it, which depend on the version. */
export interface WindowClick extends Click {
  windowId: number
  /** Up to 1.16: number of the click, and the clicked stack. */
  action: number
  item: object | undefined
  /** From 1.17 on. */
  stateId: number | undefined
  changedSlots: readonly Claim[]
  cursorItem: object | undefined
}

/** Reads a `window_click` packet; undefined when it is malformed. */
export function readClick(packet: object): WindowClick | undefined {
  const fields = packet as Record<string, unknown>
  const { windowId, slot, mouseButton, mode, action, stateId, changedSlots } = fields
  if (!isWhole(windowId) || !isWhole(slot) || !isWhole(mouseButton) || !isWhole(mode)) {
    return undefined
  }
  return {
    windowId,
    slot,
    button: mouseButton,
    mode,
    action: isWhole(action) ? action : 0,
    item: asObject(fields.item),
    stateId: isWhole(stateId) ? stateId : undefined,
    changedSlots: Array.isArray(changedSlots) ? readClaims(changedSlots) : [],
    cursorItem: asObject(fields.cursorItem),
  }
}

function readClaims(claims: readonly unknown[]): Claim[] {
  return claims.slice(0, MAX_CLAIMS).flatMap((claim) => {
    const { location, item } = (asObject(claim) ?? {}) as Record<string, unknown>
    return isWhole(location) ? [{ location, item: asObject(item) }] : []
  })
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value)
}

function asObject(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}
