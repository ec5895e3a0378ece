import { Texture, TextureLoader } from 'three'

let pictures: Readonly<Record<string, string>> = {}
const textures = new Map<string, Texture>()

/** Skins of entities, path to data URL; until they are here entities are white. */
export function setEntityPictures(skins: Readonly<Record<string, string>>): void {
  pictures = skins
}

/**
 * What prismarine-viewer's entities load their skins with: `path` is such as
 * `textures/1.16.4/entity/cow/cow.png`.
 */
export function loadTexture(path: string, use: (texture: Texture) => void): void {
  const skin = path.replace(/^textures\/[^/]+\//, 'textures/').replace(/\.png$/, '')
  use(textures.get(skin) ?? load(skin))
}

function load(skin: string): Texture {
  const url = pictures[skin]
  const texture = url ? new TextureLoader().load(url) : new Texture()
  textures.set(skin, texture)
  return texture
}
