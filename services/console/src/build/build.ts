import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildFolder, hashFiles } from '@takeoff/kit/build/build-folder'
import { compressFiles } from '@takeoff/kit/build/compress-files'
import { distFolder, stagingFolder, webFolder } from '../folders.ts'

/** Builds the application with Vite, unless it is what would be built. @returns whether it was built */
export function buildConsole(): Promise<boolean> {
  return buildFolder({
    folder: distFolder,
    staging: stagingFolder,
    hash: hashOfSources(),
    async write(folder) {
      const { build } = await import('vite')
      await build({
        root: webFolder,
        logLevel: 'warn',
        build: { outDir: folder, emptyOutDir: true },
      })
      compressFiles(folder)
    },
  })
}

/** The sources of the application, this build, and the versions of the packages. */
function hashOfSources(): string {
  const own = path.dirname(webFolder)
  const patterns = ['package.json', 'src/build/*.ts', 'web/**/*.*', '../client/src/**/*.ts']
  return hashFiles(createHash('sha256'), own, globSync(patterns, { cwd: own }))
    .update(readFileSync(path.join(own, '../../package-lock.json')))
    .digest('hex')
}
