import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { readVersion } from '@takeoff/supergraph/registry/version'
import type { SignedVersion } from '@takeoff/supergraph/registry/version'
import { errorCode } from '@takeoff/kit/values/caught'
import { parseJson } from '@takeoff/kit/values/json'
import { z } from 'zod'

/** Copies of 0.1.0 had no signature. */
const signatureSchema = z.object({ signature: z.string().default('') })

/** Undefined when there is none, or an incomplete one. The signature is not verified here. */
export async function readCopy(path: string): Promise<SignedVersion | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    const version = readVersion(text)
    return version && { ...version, ...signatureSchema.parse(parseJson(text)) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Written to a temporary file and renamed: several processes may share the file, and a killed process leaves the
 * previous one intact.
 */
export async function writeCopy(
  path: string,
  { subgraphs, supergraphSdl, signature }: SignedVersion,
): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(aside, JSON.stringify({ subgraphs, supergraphSdl, signature }), {
      flag: 'wx',
      flush: true,
    })
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}
