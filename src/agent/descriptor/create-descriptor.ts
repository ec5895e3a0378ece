import type { Descriptor, DescriptorName } from './descriptor.ts'
import { PaperDescriptor } from './paper-descriptor.ts'
import { TypedDescriptor } from './typed-descriptor.ts'

/** Says nothing: the ablation of the paper's Table 2 without a descriptor. */
const SILENT: Descriptor = { name: 'none', describe: () => null }

/** A descriptor by its name. */
export function createDescriptor(name: DescriptorName): Descriptor {
  if (name === 'none') return SILENT
  return name === 'paper' ? new PaperDescriptor() : new TypedDescriptor()
}
