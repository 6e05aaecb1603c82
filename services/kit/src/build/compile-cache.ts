import path from 'node:path'

/** Modules that Node has parsed and stripped of types; every stack of this clone uses them. */
export const compileCacheFolder = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/compiled-modules',
)
