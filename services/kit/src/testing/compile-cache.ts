import path from 'node:path'

/** The folder of the development stack: modules that Node has parsed and stripped of types. */
export const compileCacheFolder = path.resolve(
  import.meta.dirname,
  '../../../../node_modules/.cache/compiled-modules',
)
