import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this size a compressed copy saves less than a packet. */
const COMPRESSED_BYTES_MIN = 1_000
/** Images, fonts and the like are compressed already. */
const COMPRESSIBLE = /\.(?:css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/
/** Within two per cent of the smallest, in less than half of its time. */
const BROTLI_QUALITY = 10

/** Writes compressed copies beside the files of a build, which are then served in their place: `app.js.br`, `app.js.gz`. */
export function compressFiles(folder: string): void {
  for (const name of globSync('**/*.*', { cwd: folder })) {
    const file = path.join(folder, name)
    if (!COMPRESSIBLE.test(name)) continue
    const content = readFileSync(file)
    if (content.length < COMPRESSED_BYTES_MIN) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}
