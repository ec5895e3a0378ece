import { NearestFilter, RepeatWrapping, Texture, TextureLoader } from 'three'

let pictures: Readonly<Record<string, string>> = {}
const textures = new Map<string, Texture>()

/** Skins of entities, path to data URL; until they are here entities are white. */
export function setEntitySkins(skins: Readonly<Record<string, string>>): void {
  pictures = skins
}

/**
 * A skin by its path in the models, such as `textures/entity/cow/cow`.
 * @param shape of the skin by the model, width to height. Some models say another one than the
 *   picture has, with parts at the same pixels: these are found all the same.
 */
export function entitySkin(path: string, shape: number): Texture {
  const known = textures.get(path)
  if (known) return known
  const url = pictures[path]
  const texture = url
    ? new TextureLoader().load(url, (skin) => stretch(skin, shape))
    : new Texture()
  texture.magFilter = NearestFilter
  texture.minFilter = NearestFilter
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.flipY = false
  textures.set(path, texture)
  return texture
}

function stretch(skin: Texture, shape: number): void {
  const { width, height } = skin.image as HTMLImageElement
  skin.repeat.y = width / height / shape
}
