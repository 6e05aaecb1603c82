import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '@takeoff/kit/values/caught'

/** Reads a file of secrets; creates it, for this user only, when it is missing. */
export async function readOrMakeJson<T>(file: string, make: () => Promise<T> | T): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const made = await make()
  await writeJson(file, made)
  return made
}

/** Writes a temporary file and renames it, so that no reader sees a part of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
