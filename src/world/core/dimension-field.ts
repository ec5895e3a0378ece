import type { Registry } from '#knowledge/registry'
import { DIMENSIONS, type DimensionName } from '../dimensions/dimension-kinds.ts'

/** A dimension type in the codec of 1.16.2 to 1.18. */
interface CodecType {
  readonly name: { readonly value: string }
  readonly element: { readonly value: object }
}

/** The dimension types in minecraft-data's login packets, as far as the versions need them. */
interface LoginTypes {
  readonly dimension?: unknown
  readonly dimensionCodec?: {
    readonly value?: {
      readonly 'minecraft:dimension_type'?: {
        readonly value: { readonly value: { readonly value: { readonly value: CodecType[] } } }
      }
    }
    readonly 'minecraft:dimension_type'?: { readonly entries: readonly { readonly key: string }[] }
  }
}

/**
 * A dimension as the login and respawn packets of a version name it: by number up to 1.15, by its properties as NBT
 * in 1.16.2 to 1.18, by its index in the registry from 1.20.5 on, and otherwise by name.
 */
export function dimensionField({ data }: Registry, dimension: DimensionName): unknown {
  if (data.supportFeature('dimensionIsAnInt')) return DIMENSIONS[dimension].number
  const name = `minecraft:${dimension}`
  const login = data.loginPacket as LoginTypes | undefined
  const codec = login?.dimensionCodec
  if (typeof login?.dimension === 'object') {
    const types = codec?.value?.['minecraft:dimension_type']?.value.value.value.value ?? []
    const found = types.find((type) => type.name.value === name)
    return { type: 'compound', name: '', value: found?.element.value ?? {} }
  }
  const entries = codec?.['minecraft:dimension_type']?.entries
  return entries ? entries.findIndex(({ key }) => key === name) : name
}
