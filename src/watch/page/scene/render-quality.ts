import { WebGLRenderer } from 'three'

/** Higher pixel ratios cost too much time. */
const MAX_PIXEL_RATIO = 2

/** Frames that take longer are too slow (s), and how many of them in a row lower the quality. */
const SLOW_FRAME = 0.06
const SLOW_FRAMES = 6

/** Names of renderers that draw without a graphics processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i

/** Creates a renderer; without a graphics processor, smooth edges would take most of its time. */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  return new WebGLRenderer({ canvas, antialias: !isSoftware() })
}

function isSoftware(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  const info = context?.getExtension('WEBGL_debug_renderer_info')
  const name = info && context ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return SOFTWARE.test(name)
}

/** Draws fewer pixels, and less far, when frames take too long. */
export class RenderQuality {
  #slow = 0
  #isLow = false

  get isLow(): boolean {
    return this.#isLow
  }

  /** Pixels of the picture per pixel of the page. */
  get pixelRatio(): number {
    return this.#isLow ? 0.5 : Math.min(MAX_PIXEL_RATIO, devicePixelRatio)
  }

  /** Factor on the distance that is drawn. */
  get reach(): number {
    return this.#isLow ? 0.6 : 1
  }

  /** Notes the duration of a frame (s). @returns Whether the quality has changed. */
  note(seconds: number): boolean {
    this.#slow = seconds > SLOW_FRAME ? this.#slow + 1 : 0
    if (this.#isLow || this.#slow < SLOW_FRAMES) return false
    this.#isLow = true
    return true
  }
}
