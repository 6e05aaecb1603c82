import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { readVersion, writeVersion } from '@takeoff/supergraph/registry/version'
import type { Version } from '@takeoff/supergraph/registry/version'
import { errorCode } from '@takeoff/kit/values/caught'

/** Undefined when there is none, or an incomplete one. */
export async function readCopy(path: string): Promise<Version | undefined> {
  try {
    return readVersion(await readFile(path, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Written to a temporary file and renamed: several processes may share the file, and a killed process leaves the
 * previous one intact.
 */
export async function writeCopy(path: string, version: Version): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(aside, writeVersion(version), { flag: 'wx', flush: true })
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
