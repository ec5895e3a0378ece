import { NearestFilter, RepeatWrapping, Texture, TextureLoader } from 'three'

let pictures: Readonly<Record<string, string>> = {}
const textures = new Map<string, Texture>()

/** Sets the skins of entities, path to data URL. Entities are white before. */
export function setEntitySkins(skins: Readonly<Record<string, string>>): void {
  pictures = skins
}

/**
 * The skin for a path in the models, such as `textures/entity/cow/cow`.
 * @param shape Ratio of width to height in the model. Some models state a ratio that differs from the picture's;
 *   the texture is stretched so that pixel coordinates still match.
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
