import { expect, it } from 'vitest'
import { lanFinding } from '#cli/doctor-command'

it('lists worlds that are open to LAN in one line of delver doctor', async () => {
  const worlds = [
    { host: '192.168.1.20', port: 51234, name: 'Steve - New World' },
    { host: '192.168.1.21', port: 50000, name: 'Alex - Flat' },
  ]
  expect(await lanFinding(Promise.resolve(worlds))).toBe(
    '"Steve - New World" at 192.168.1.20:51234, "Alex - Flat" at 192.168.1.21:50000; add --host and --port to check one',
  )
  expect(await lanFinding(Promise.resolve([]))).toBe('none announced')
  expect(await lanFinding(Promise.reject(new Error('bind EADDRINUSE 0.0.0.0:4445')))).toBe(
    'cannot listen for them (bind EADDRINUSE 0.0.0.0:4445)',
  )
})
