import path from 'node:path'

const console = path.resolve(import.meta.dirname, '..')

/** The single-page application and its build configuration. */
export const webFolder = path.join(console, 'web')

/** The built application. */
export const distFolder = path.join(console, 'dist')

/** Where builds under way are. */
export const stagingFolder = path.resolve(console, '../../node_modules/.cache/console')
