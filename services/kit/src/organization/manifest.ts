import { mkdir, mkdtemp, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorCode, errorMessage } from '../values/caught.ts'
import { parseJson } from '../values/json.ts'
import { MoveError } from './move-error.ts'

const NAME = 'manifest.json'
/** Of the form of the folder; another one is refused. */
const FORMAT = 1

const digestSchema = z.object({ rows: z.int().min(0), md5: z.string() })

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  service: z.string(),
  organization: z.int(),
  exportedAt: z.string(),
  /** The newest migrations of the database: rows of other ones may have other columns. */
  migration: z.string(),
  /** In an order in which their rows can be inserted. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).readonly(), ...digestSchema.shape }),
  ),
  files: digestSchema,
  idempotencyKeys: digestSchema,
  states: digestSchema,
})

/** What a folder with an exported organization has. It is written last: a folder without one is not complete. */
export type Manifest = z.infer<typeof manifestSchema>

/** Lists of a folder that belong to no table. */
export const lists = {
  files: 'files.ndjson',
  idempotencyKeys: 'idempotency-keys.ndjson',
  states: 'states.ndjson',
} as const

/** The file with the rows of a table. */
export function fileOf(folder: string, table: string): string {
  return path.join(folder, 'tables', `${table}.copy`)
}

/** The copy of a stored file. @throws MoveError for a key that leads out of the folder */
export function storedFileOf(folder: string, key: string): string {
  const root = path.resolve(folder, 'files')
  const file = path.resolve(root, key)
  if (!file.startsWith(root + path.sep)) throw new MoveError(`${key} is no key of a stored file.`)
  return file
}

/** @throws MoveError when the folder has something in it, or is none */
export async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw new MoveError(`${folder} cannot be read: ${errorMessage(error)}.`, { cause: error })
  })
  if (entries.length > 0)
    throw new MoveError(`${folder} is not empty: name another folder, or delete this one.`)
}

/** Creates the folder. @throws MoveError when nothing can be written there */
export async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await rmdir(await mkdtemp(path.join(folder, 'writable-')))
  } catch (error) {
    throw new MoveError(`${folder} cannot be written to: ${errorMessage(error)}.`, { cause: error })
  }
}

/** Writes the manifest as a whole or not at all. */
export async function writeManifest(
  folder: string,
  manifest: Omit<Manifest, 'format'>,
): Promise<void> {
  const file = path.join(folder, NAME)
  await writeFile(`${file}.tmp`, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
  await rename(`${file}.tmp`, file)
}

/** @throws MoveError when the folder is not a complete export of a service */
export async function readManifest(folder: string, service?: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch((error: unknown) => {
    throw new MoveError(
      `${folder} has no ${NAME}: the export did not end, or this is another folder.`,
      { cause: error },
    )
  })
  const parsed = manifestSchema.safeParse(parseJson(text))
  if (!parsed.success)
    throw new MoveError(
      `${path.join(folder, NAME)} is damaged, or of another version of this program.`,
    )
  if (service !== undefined && parsed.data.service !== service)
    throw new MoveError(`${folder} is of ${parsed.data.service}, and this is ${service}.`)
  return parsed.data
}
