import { it } from 'vitest'
import { practice } from './support/practice.ts'
import { windows } from './support/windows.ts'
it('x', async () => {
  const s = await windows(await practice({ version: '1.21.4' }))
  await s.give(['oak_log', 3])
  const f = (i: any) => i && (i.itemCount ? `${i.itemId}x${i.itemCount}` : '-')
  s.player.receive('window_click', (p: any) => console.log('C>', p.slot, p.mouseButton, p.mode, 'st', p.stateId, p.changedSlots.map((c: any) => `${c.location}=${f(c.item)}`).join(), 'cur', f(p.cursorItem)))
  const w = s.bot._client as any
  w.on('window_items', (p: any) => console.log('   S>wi', p.stateId, p.items.map((x: any, i: number) => x.itemCount ? `${i}=${f(x)}` : '').filter(Boolean).join(), 'cur', f(p.carriedItem)))
  w.on('set_slot', (p: any) => console.log('   S>ss', p.stateId, p.slot, f(p.item)))
  const { type, metadata } = s.stacks.make('oak_planks')
  const [recipe] = s.bot.recipesFor(type, metadata, 1, null)
  await s.run(s.bot.craft(recipe!, 3)).catch((e) => console.log(e.message))
  await s.simulation.advance(5)
  console.log(s.carried(), s.believed())
  await s.close()
})
