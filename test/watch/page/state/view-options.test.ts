import { describe, expect, it } from 'vitest'
import { tickIn, viewOptions } from '#watch/page/state/view-options'

describe('the address of a page', () => {
  it('an address sets view, speed and playback', () => {
    expect(viewOptions('?view=first&speed=16&play=1')).toEqual({
      view: 'first',
      speed: 16,
      plays: true,
      isTheatre: false,
      isOverlay: false,
      camera: [],
    })
    expect(viewOptions('')).toMatchObject({ view: 'third', speed: null, plays: false })
    for (const speed of ['0', '-1', 'fast', '1e9', 'NaN'])
      expect(viewOptions(`?speed=${speed}`).speed, speed).toBeNull()
    expect(viewOptions('?overlay=1&theatre=1')).toMatchObject({ isOverlay: true, isTheatre: true })
  })

  it.each([
    ['#t=1200', 1200],
    ['#t=1:10', 1400],
    ['#t=0:05', 100],
    ['#t=', null],
    ['#t=1:1', null],
    ['#t=-5', null],
    ['', null],
  ])('the fragment %s is tick %s', (fragment, tick) => {
    expect(tickIn(fragment)).toBe(tick)
  })
})
