export {
  type BlockTable as Cells,
  type BlockTraits as CellTraits,
  UNLOADED,
} from '../knowledge/block-traits.ts'
