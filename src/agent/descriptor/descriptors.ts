import type { Descriptor } from './descriptor.ts'
import { PaperDescriptor } from './paper-descriptor.ts'
import { TypedDescriptor } from './typed-descriptor.ts'

/** All descriptors by the names that settings and the command line use. */
const MAKERS = {
  /** Failures with their kinds. */
  typed: () => new TypedDescriptor(),
  /** The text of the paper's listings. */
  paper: () => new PaperDescriptor(),
  /** No text: the ablation of the paper's Table 2 without a descriptor. */
  none: (): Descriptor => ({ name: 'none', describe: () => null }),
} satisfies Readonly<Record<string, () => Descriptor>>

export type DescriptorName = keyof typeof MAKERS

/** Names of all descriptors, the default first. */
export const DESCRIPTORS = Object.keys(MAKERS) as DescriptorName[]

/** Creates a descriptor by its name. */
export function createDescriptor(name: DescriptorName): Descriptor {
  return MAKERS[name]()
}
