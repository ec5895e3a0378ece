import { WebGLRenderer } from 'three'

/** Pixels of the picture per pixel of the page at most: more cost too much time, and half as many are drawn fast. */
const MAX_PIXEL_RATIO = 2
const LOW_PIXEL_RATIO = 0.5

/** Distance up to which the faces inside leaves are drawn at half the pixels, where holes in leaves are smaller (blocks). */
const LOW_LEAF_REACH = 16

/** Frames that take longer are too slow (s), and how many of them in a row lower the quality. */
const SLOW_FRAME = 0.06
const SLOW_FRAMES = 6

/** Names of renderers that draw without a graphics processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** The factor on the distance that is drawn, at each quality. All but the first have few pixels. */
const REACHES = [1, 0.6, 0.4] as const

/** Creates a renderer; without a graphics processor, smooth edges would take most of its time. */
export function createRenderer(canvas: HTMLCanvasElement, isSoftware: boolean): WebGLRenderer {
  return new WebGLRenderer({ canvas, antialias: !isSoftware })
}

/** Whether the browser draws without a graphics processor. */
export function drawsInSoftware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  const info = context?.getExtension('WEBGL_debug_renderer_info')
  const name = info && context ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return SOFTWARE.test(name)
}

/** Draws fewer pixels, and less far, when frames take too long: in software at once. */
export class RenderQuality {
  readonly #isSoftware: boolean
  #slow = 0
  #level = 0

  constructor(isSoftware: boolean) {
    this.#isSoftware = isSoftware
  }

  /** Pixels of the picture per pixel of the page. */
  get pixelRatio(): number {
    return this.#level > 0 ? LOW_PIXEL_RATIO : Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
  }

  /** Distance up to which the faces inside leaves are drawn (blocks). */
  get leafReach(): number {
    return this.#level > 0 ? LOW_LEAF_REACH : Number.POSITIVE_INFINITY
  }

  /** Factor on the distance that is drawn. */
  get reach(): number {
    return REACHES[this.#level] ?? 1
  }

  /** Notes the duration of a frame (s). @returns Whether the quality has changed. */
  note(seconds: number): boolean {
    this.#slow = seconds > SLOW_FRAME ? this.#slow + 1 : 0
    const isSlow = this.#slow >= SLOW_FRAMES || (this.#isSoftware && this.#level === 0)
    if (!isSlow || this.#level === REACHES.length - 1) return false
    this.#level++
    this.#slow = 0
    return true
  }
}
