import type { FaultWorld } from './fault.ts'

/** Share of the clicks in windows that a plugin cancels. */
const CANCELLED_SHARE = 0.1

/** A plugin cancels some clicks in windows. */
export function cancelClicks({ level, players, random }: FaultWorld): void {
  const answers = level.registry.data.supportFeature('transactionPacketExists')
  players.on('join', (player) => {
    player.connection.filterIncoming((packet, fields) => {
      if (packet !== 'window_click' || random() >= CANCELLED_SHARE) return true
      const { windowId, action } = fields as { windowId: number; action?: number }
      if (answers) player.send('transaction', { windowId, action, accepted: false })
      player.resendWindow()
      return false
    })
  })
}

/**
 * The server never confirms clicks in windows, and sends the slots some ticks after each instead. From 1.17 on, no server confirms
 * clicks.
 */
export function noConfirm({ level, players, time }: FaultWorld): void {
  if (!level.registry.data.supportFeature('transactionPacketExists')) return
  players.on('join', (player) => {
    const { connection } = player
    connection.filterOutgoing((packet, fields) => {
      if (packet !== 'transaction') return true
      // Such a server does not wait until the client accepts a refusal.
      time.nextTick(() => connection.client.emit('transaction', fields))
      return false
    })
    connection.filterIncoming((packet) => {
      if (packet === 'window_click') time.nextTick(() => player.resendWindow())
      return true
    })
  })
}
