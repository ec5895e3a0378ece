const AIR = 0

/** Packets with the contents of slots. */
const FILLING = new Set(['set_slot', 'window_items', 'set_player_inventory', 'set_cursor_item'])
/** The fields of these packets with one stack. */
const STACK_FIELDS = ['item', 'contents', 'carriedItem']

/**
 * Empties the slots of a packet that hold air, as the vanilla client does. Some servers send air in place of an empty slot,
 * and mineflayer makes an item of it.
 */
export function emptySlotsWithAir(event: string, packet: Record<string, unknown>): void {
  if (!FILLING.has(event)) return
  for (const field of STACK_FIELDS) if (isAir(packet[field])) packet[field] = EMPTY
  if (Array.isArray(packet.items))
    packet.items = packet.items.map((stack) => (isAir(stack) ? EMPTY : stack))
}

/** An empty slot in the formats of all versions. */
const EMPTY = { present: false, blockId: -1, itemCount: 0 }

function isAir(stack: unknown): boolean {
  if (typeof stack !== 'object' || stack === null) return false
  return ('itemId' in stack ? stack.itemId : 'blockId' in stack ? stack.blockId : undefined) === AIR
}
