/** The vanilla client's default field of view on a 16:9 screen (degrees). */
const VERTICAL = 70
const ASPECT = 16 / 9

/** Half the height and half the width of the screen, at distance 1 from the eye. */
export const SCREEN_UP = Math.tan((VERTICAL / 2) * (Math.PI / 180))
export const SCREEN_SIDE = SCREEN_UP * ASPECT
