import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { mutedLine } from '#cli/play/play-in'
import { companionStage } from '../support/companion.ts'
import { longIt } from '../support/versions.ts'

describe('the companion', () => {
  const stage = companionStage({ trees: true })

  it('greets in one line, and is silent until it is addressed', async () => {
    const { ann, said, until, heard, advance } = stage()
    ann.chat('what a nice day')
    await advance(100)
    expect(said).toEqual(['Hello, I am Delver. Say "help" for what I can do.'])
    ann.chat('Delver, fly to the moon')
    await until(heard(/do not understand|Do you mean/), 100)
  })

  it('obeys the named player only', async () => {
    const { session, ann, until, heard, advance } = stage()
    session.bot.chat('get 3 logs')
    session.bot.chat('<Ann> get 3 logs')
    await advance(60)
    expect(stage().companion.orders).toEqual([])
    ann.chat('what do you have')
    await until(heard(/^I carry nothing/), 100)
  })

  it('gets items, brings them, and says so when the inventory shows it', async () => {
    const { ann, until, heard } = stage()
    ann.chat('bring 2 logs')
    await until(heard(/^Done: I gave 2 logs to Ann/), 12_000)
    expect(stage().companion.orders).toEqual([])
  })

  it('presses no key within two ticks of "stop", is at rest within eight, and continues when told to', async () => {
    const { ann, player, until, heard, advance } = stage()
    const { x, z } = player('Delver').position.floored().offset(60, 0, 0)
    stage().companion.hear(`go to ${x} ${z}`, 'Ann')
    stage().companion.hear('get 20 logs', 'Ann')
    await advance(60)
    ann.chat('stop')
    await until(heard(/^I stand still\. 1 order on hold/), 10)
    // Without a key, a player on the ground keeps 0.546 of its speed in a tick, and in the air 0.91.
    await advance(2)
    const speeds: number[] = []
    for (let tick = 0; tick < 40; tick++) {
      const before = player('Delver').position.clone()
      await advance(1)
      speeds.push(player('Delver').position.xzDistanceTo(before))
    }
    for (const [index, speed] of speeds.slice(1).entries())
      expect([index, speed <= 0.92 * (speeds[index] ?? 0) + 1e-3]).toEqual([index, true])
    expect(Math.max(...speeds.slice(8))).toBe(0)
    expect(stage().companion.orders).toMatchObject([{ held: true }])
    ann.chat('continue')
    await advance(20)
    expect(stage().companion.orders).toMatchObject([{ held: false }])
  })

  it('asks which one, and takes the answer', async () => {
    const { ann, give, until, heard } = stage()
    await give({ stone_pickaxe: 1, iron_pickaxe: 1 })
    ann.chat('Delver, give me the pickaxe')
    await until(heard(/^Which pickaxe/), 100)
    ann.chat('the iron one')
    await until(heard(/^I gave 1 iron pickaxe to Ann/))
  })

  it('says what it does when it stands still, and what it does without an order', async () => {
    const { said, ann, until, heard, advance } = stage()
    const answers = (line: string) => {
      stage().companion.hear(line, null)
      return said.at(-1)
    }
    answers('get 20 logs')
    await advance(20)
    answers('stop')
    expect(answers('what are you doing')).toBe('I stand still. 1 order on hold: say "continue".')
    answers('come')
    await until(heard(/^I am here, Ann/))
    expect(answers('what are you doing')).toBe('I have no orders. 1 order on hold: say "continue".')
    answers('cancel everything')
    answers('always carry 3 logs')
    await advance(40)
    expect(answers('what are you doing')).toMatch(/^I have no orders, so I get 3 logs; now: /)
    expect(answers('why')).toBe('I have no orders, so I get 3 logs.')
    answers('stop keeping logs')
    ann.chat('Delver, eat')
    await until(heard(/^I could not eat\. I carry no food\. Say "get bread" first\.$/))
    expect(answers('hello')).toBe('Hello. Say "help" for what I can do.')
    expect(answers('thanks')).toBe('You are welcome.')
  })

  it('comes after it has got what the same line orders', async () => {
    const { said, ann, until, heard } = stage()
    ann.chat('get 2 logs, then come')
    await until(heard(/^I am here, Ann/), 12_000)
    expect(said.findIndex((text) => text.startsWith('Done: I have 2 logs'))).toBeGreaterThan(0)
  })

  it('keeps its orders over a restart', async () => {
    const { ann, start, leave, advance } = stage()
    ann.chat('get 20 logs')
    await advance(40)
    await leave()
    await start()
    expect(stage().companion.orders).toMatchObject([
      { order: { name: 'get', args: { item: 'log' } } },
    ])
  })

  it('follows, comes and remembers places', async () => {
    const { ann, until, heard } = stage()
    ann.chat('this is home')
    await until(heard(/^I remember home/), 200)
    ann.chat('follow me')
    await until(() => stage().companion.orders[0]?.order.name === 'follow', 100)
    ann.chat('come')
    await until(heard(/^I am here, Ann/))
    ann.chat('go home')
    await until(heard(/^I am home/))
  })

  longIt('goes straight to the ore that it saw in an earlier run', async () => {
    const { session, memory, said, start, leave, player, give, until, heard, advance } = stage()
    const { editor, registry } = session.world.game
    await leave()
    memory.forgetAll('sightings')
    await start({ perception: 'seen' })
    const { x, z } = player('Delver').position.floored().offset(100, 0, 0)
    stage().companion.hear(`go to ${x} ${z}`, null)
    await until(heard(/^I am at /), 4000)
    const ore = player('Delver').position.floored().offset(2, 0, 0)
    editor.setBlock(ore, registry.blockState('emerald_ore'))
    await advance(20)
    await leave()
    expect(memory.all('sightings')).toContainEqual(
      expect.objectContaining({ block: 'emerald_ore', x: ore.x, y: ore.y, z: ore.z }),
    )

    await start({ perception: 'seen' })
    expect(player('Delver').position.distanceTo(ore)).toBeGreaterThan(64)
    stage().companion.hear('where is the nearest emerald ore', null)
    expect(said.at(-1)).toBe(`I saw emerald_ore at ${ore.x} ${ore.y} ${ore.z}.`)
    await give({ iron_pickaxe: 1 })
    stage().companion.hear('get 1 emerald', null)
    await until(heard(/^Done: I have 1 emerald\./), 1500)
    await leave()
    expect(memory.all('sightings').some(({ block }) => block === 'emerald_ore')).toBe(false)
    await start()
  })

  it('says what to order first when it knows no chest', async () => {
    const { give, until, heard } = stage()
    await give({ dirt: 5 })
    stage().companion.hear('put the dirt in the chest', null)
    await until(heard(/^I could not put .* I know no chest nearby.* Say "get a chest" first/))
    stage().companion.hear('take 2 dirt from the chest', null)
    await until(heard(/^I could not take .* I know no chest nearby.* Say "get a chest" first/))
  })

  it('remembers what chests hold, and where it saw players', async () => {
    const { ann, memory, said, start, leave, give, until, heard, advance } = stage()
    await give({ chest: 1, dirt: 5 })
    stage().companion.hear('place the chest', null)
    await until(heard(/^I placed a chest/))
    stage().companion.hear('put the dirt in the chest', null)
    await until(heard(/^It is in the chest/))
    await leave()
    expect(memory.all('chests')).toMatchObject([{ contents: { dirt: 5 } }])
    expect(memory.all('people').map(({ name }) => name)).toContain('Ann')
    await start()
    stage().companion.hear('what is in the chest', null)
    expect(said.at(-1)).toMatch(/^Chests: .*: 5 dirt\.$/)
    ann.end()
    await advance(20)
    stage().companion.hear('where is Ann', null)
    expect(said.at(-1)).toMatch(/^I last saw Ann at -?\d+ \d+ -?\d+, 1 minute ago\.$/)
  })

  longIt('returns after an outage of three minutes, and continues its order', async () => {
    const { player, until, heard, advance } = stage()
    stage().companion.hear('get 20 logs', null)
    await advance(40)
    stage().isDown = true
    player('Delver').kick('the server has a long break')
    await advance(3600)
    expect(stage().companion.orders).toMatchObject([{ order: { name: 'get' } }])
    stage().isDown = false
    await advance(1400)
    expect(player('Delver').name).toBe('Delver')
    await until(heard(/^Done: I have 20 logs/), 12_000)
  })

  it('goes home at dusk when it has nothing to do, and not after "stop"', async () => {
    const { session, memory, player, until, advance } = stage()
    const { position } = player('Delver')
    const home = position.floored().offset(24, 0, 0)
    const distance = () => player('Delver').position.xzDistanceTo(home)
    const place = { x: home.x, y: position.floored().y, z: home.z, dimension: 'overworld' }
    memory.remember('places', 'home', { ...place, name: 'home', radius: 0 })
    await advance(300)
    expect(distance()).toBeGreaterThan(20)
    stage().companion.hear('stop', null)
    session.world.game.time.ofDay = 11_600
    await advance(300)
    expect(distance()).toBeGreaterThan(20)
    stage().companion.hear('continue', null)
    await until(() => distance() < 7, 1500)
  })

  it('stands still for ten seconds after "stop", even at night, and then takes shelter', async () => {
    const { session, player, until, start, leave, advance } = stage()
    const { game } = session.world
    // The server names it when a player joins.
    game.difficulty.level = 'normal'
    await leave()
    await start()
    const begun = player('Delver').position.clone()
    stage().companion.hear('stop', null)
    game.time.ofDay = 13_000
    await advance(190)
    expect(player('Delver').position).toEqual(begun)
    await until(() => begun.y - player('Delver').position.y >= 2, 400)
  })

  it('hides from the night when it is hurt, and continues its task when it has healed', async () => {
    const { session, player, said, start, give, leave, until, heard, advance } = stage()
    const { game } = session.world
    game.difficulty.level = 'normal'
    await leave()
    await start()
    await give({ stone_sword: 1 })
    game.time.ofDay = 14_000
    const { y } = player('Delver').position
    const depth = () => y - player('Delver').position.y
    player('Delver').vitals.hurt(14, 'starve')
    stage().companion.hear('get 20 logs', null)
    await until(heard(/^I am hurt, and it is night: I hide/), 100)
    await until(() => depth() >= 2, 400)
    expect(stage().companion.orders).toMatchObject([{ order: { name: 'get' }, held: false }])
    await advance(200)
    expect(depth()).toBeGreaterThanOrEqual(2)
    player('Delver').vitals.restore()
    await until(() => depth() < 1, 1200)
    player('Delver').vitals.hurt(14, 'starve')
    await until(() => said.filter((text) => text.startsWith('I am hurt')).length === 2, 400)
    stage().companion.hear('continue', null)
    player('Delver').vitals.restore()
    stage().companion.hear('cancel everything', null)
  })

  it('makes a sword from noon on before it gathers anything else', async () => {
    const { session, player, start, give, leave, until, advance } = stage()
    const { game } = session.world
    const carries = (item: string) =>
      player('Delver').inventory.all.some((stack) => game.registry.itemName(stack) === item)
    await give({ oak_log: 2 })
    game.difficulty.level = 'normal'
    await leave()
    await start()
    stage().companion.hear('get 1 dirt', null)
    await until(() => carries('dirt'), 400)
    expect(carries('wooden_sword')).toBe(false)
    game.time.ofDay = 6100
    await advance(40)
    stage().companion.hear('get 20 more dirt', null)
    await until(() => carries('wooden_sword'), 400)
    expect(stage().companion.orders).toMatchObject([{ order: { name: 'get' } }])
  })

  it('hides from monsters at night when it has no weapon', async () => {
    const { session, player, said, start, leave, until, heard } = stage()
    const { game } = session.world
    game.difficulty.level = 'normal'
    await leave()
    await start()
    game.time.ofDay = 14_000
    const { x, y, z } = player('Delver').position
    const depth = () => y - player('Delver').position.y
    stage().companion.hear('get 20 logs', null)
    expect(said.at(-1)).toMatch(/^OK/)
    game.mobs.spawn('zombie', new Vec3(x, y, z - 20))
    const excuse = /^I have no weapon, and I see monsters: I hide until morning/
    await until(heard(excuse), 100)
    await until(() => depth() >= 2, 400)
    // That ends the "stop" only.
    stage().companion.hear('stop', null)
    stage().companion.hear('continue', null)
    await until(() => said.filter((text) => excuse.test(text)).length === 2, 100)
    stage().companion.hear('continue', null)
    await until(() => depth() < 1, 1200)
  })

  it('keeps a supply in the chest, whenever it has nothing else to do', async () => {
    const { memory, said, give, until, heard } = stage()
    await give({ chest: 1 })
    stage().companion.hear('place the chest', null)
    await until(heard(/^I placed a chest/))
    stage().companion.hear('keep 4 logs in the chest', null)
    expect(said.at(-1)).toBe('When I have nothing else to do, I will keep 4 logs in a chest.')
    const stored = () => memory.all('chests').flatMap(({ contents }) => Object.entries(contents))
    await until(() => stored().some(([kind, count]) => /_log$/.test(kind) && count >= 4), 9000)
    stage().companion.hear('stop keeping logs', null)
    expect(said.at(-1)).toBe('I no longer keep logs.')
    stage().companion.hear('what is next', null)
    expect(said.at(-1)).toBe('Nothing waits.')
  })
})

describe('the companion on a server that cancels public chat', () => {
  const stage = companionStage({ world: { seed: 3, faults: ['cancel-chat'] } })

  it('obeys whispers', async () => {
    const { ann, advance } = stage()
    ann.chat('get 20 logs')
    await advance(60)
    expect(stage().companion.orders).toEqual([])
    ann.chat('/tell Delver get 20 logs')
    await advance(60)
    expect(stage().companion.orders).toMatchObject([{ order: { name: 'get' } }])
  })
})

describe('the companion on a server that requires signed chat', () => {
  const stage = companionStage({ world: { seed: 3, operators: ['Ann'] } })

  it('reports once that players do not read what it says, and obeys', async () => {
    const { ann, advance } = stage()
    const component = { translate: 'chat.disabled.missingProfileKey' }
    for (let i = 0; i < 2; i++) ann.chat(`/tellraw Delver ${JSON.stringify(component)}`)
    ann.chat(`/tellraw Delver ${JSON.stringify({ text: 'chat.disabled.options' })}`)
    ann.chat('get 20 logs')
    await advance(60)
    // Minecraft 1.16.5 has no text for it.
    expect(stage().muted).toEqual(['chat.disabled.missingProfileKey'])
    expect(stage().companion.orders).toMatchObject([{ order: { name: 'get' } }])
  })

  it('gets a line that says what to do', () => {
    const reason = 'Chat disabled due to missing profile public key. Please try reconnecting.'
    expect(mutedLine('Delver', reason)).toBe(
      `the server does not deliver the chat of Delver: the server requires signed chat (${reason}); run delver login and play with --auth microsoft, or set enforce-secure-profile=false`,
    )
    expect(mutedLine('Delver', 'Chat disabled due to expired profile public key.')).toMatch(
      /: the server rejects the time of the player's chat \(.*\); set this machine's clock/,
    )
    expect(mutedLine('Delver', 'Cannot')).toBe(
      'the server does not deliver the chat of Delver (Cannot)',
    )
  })
})

describe.each([true, false])(
  'the companion on a server that names no speaker, if it reads lines: %s',
  (readsLines) => {
    const stage = companionStage({ world: { seed: 3, operators: ['Ann'] }, readsLines })

    it('takes orders only from lines that begin with its player', async () => {
      const { session, ann, advance } = stage()
      const tell = (text: string) => ann.chat(`/tellraw Delver ${JSON.stringify({ text })}`)
      tell('<tester> get 1 dirt')
      tell('* tester <Ann> get 1 dirt')
      tell('<constructor> get 1 dirt')
      // The server names the speaker of this one, whatever its text is.
      session.bot.chat('<Ann> get 1 dirt')
      await advance(60)
      expect(stage().companion.orders).toEqual([])
      tell('<Ann> get 20 logs')
      await advance(60)
      expect(stage().companion.orders.map(({ by }) => by)).toEqual(readsLines ? ['Ann'] : [])
      tell('<Ann> stop')
      await advance(60)
      expect(stage().unread).toEqual(readsLines ? [] : ['Ann'])
    })
  },
)
