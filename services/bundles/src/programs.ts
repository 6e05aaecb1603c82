import path from 'node:path'

/** The folder of the repository, which is also the working directory of every service of a development stack. */
export const repositoryRoot = path.resolve(import.meta.dirname, '../../..')

/** The packages whose `src/main.ts` is bundled, and their folders. */
export const programs = {
  gateway: 'gateway',
  'production-lists': 'services/production-lists',
  'order-documents': 'services/order-documents',
  webhooks: 'services/webhooks',
  console: 'services/console',
  'provider-simulator': 'services/provider-simulator',
  'dev-env': 'services/dev-env',
} as const

export type ProgramName = keyof typeof programs

export const programNames = Object.keys(programs) as ProgramName[]

export const distFolder = path.resolve(import.meta.dirname, '../dist')

/** The file that a program is bundled from. */
export function sourceOf(name: ProgramName): string {
  return path.join(repositoryRoot, programs[name], 'src/main.ts')
}

/** The bundled program, which `bundlePrograms` writes. */
export function bundleOf(name: ProgramName): string {
  return path.join(distFolder, `${name}.js`)
}

/** Whether a module is a source of this repository, and not of a library. */
export function isOwn(file: string): boolean {
  return file.startsWith(`${repositoryRoot}${path.sep}`) && !file.includes('/node_modules/')
}
