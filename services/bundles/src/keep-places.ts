import path from 'node:path'
import type { Plugin } from 'rolldown'
import { isOwn, repositoryRoot } from './programs.ts'

const THREAD = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g
const PLACE = /import\.meta\.(url|dirname)\b/g
/** `resolve` finds the same packages from a bundle, because all of them are in the repository's `node_modules`. */
const UNKNOWN = /import\.meta\.(?!ROLLUP_FILE_URL_|resolve\b)\w+/

/**
 * Modules find files by their own place, such as `new URL('../schema.graphql', import.meta.url)`. A bundle is elsewhere,
 * so it has the place of the source instead. A module that is named in this way is the program of a thread, and
 * becomes a bundle itself.
 */
export function keepPlaces(distFolder: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!isOwn(id) || !code.includes('import.meta.')) return null
      const threads = code.replaceAll(THREAD, (_, module: string) => {
        const file = path.resolve(path.dirname(id), module)
        const reference = this.emitFile({ type: 'chunk', id: file, name: threadName(file) })
        return `new URL(import.meta.ROLLUP_FILE_URL_${reference})`
      })
      const unknown = UNKNOWN.exec(threads.replaceAll(PLACE, ''))
      if (unknown !== null) this.error(`${id} uses ${unknown[0]}, which a bundle does not have`)
      return threads.replaceAll(PLACE, (_, property: string) =>
        property === 'url'
          ? `new URL(${relative(distFolder, id)}, import.meta.url).href`
          : `(import.meta.dirname + '/' + ${relative(distFolder, path.dirname(id))})`,
      )
    },
  }
}

/** A string of JavaScript. */
function relative(from: string, to: string): string {
  return JSON.stringify(path.relative(from, to))
}

/** `order-documents-worker` for services/order-documents/src/rendering-pool/worker.ts */
function threadName(file: string): string {
  const [folder = ''] = path.relative(repositoryRoot, file).split('/src/')
  return `${path.basename(folder)}-${path.basename(file, '.ts')}`
}
