import { readFile, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { readVersion, writeVersion } from '@takeoff/supergraph/registry/version'
import type { Version } from '@takeoff/supergraph/registry/version'
import { writeFlushed } from '@takeoff/supergraph/registry/write-flushed'

/** Undefined when there is none, or none that is whole. */
export async function readCopy(path: string): Promise<Version | undefined> {
  try {
    return readVersion(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written aside and renamed: several processes may share the file, and whoever is killed leaves the one before. */
export async function writeCopy(path: string, version: Version): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`
  try {
    await writeFlushed(aside, writeVersion(version))
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
