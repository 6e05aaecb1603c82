import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const SHA256 = 'sha256:'

const plainManifest = z.record(z.string(), z.string())
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
})
const manifest = z.union([
  apolloManifest.transform(({ operations }) =>
    operations.map(({ id, body }) => [id, body] as const),
  ),
  plainManifest.transform((documents) => Object.entries(documents)),
])

/** Texts of documents by id; one whose id is a SHA-256 is found with and without `sha256:` before it. */
export class PersistedDocuments {
  readonly #texts = new Map<string, string>()

  /** @throws Error for an id that has the form of a hash and is not that of its text, or that has two texts */
  add(id: string, text: string): void {
    const key = keyOf(id)
    if (id.startsWith(SHA256) && key !== hash('sha256', text, 'hex'))
      throw new Error(`${id} is not the SHA-256 of its text`)
    if ((this.#texts.get(key) ?? text) !== text) throw new Error(`${id} has two texts`)
    this.#texts.set(key, text)
  }

  textOf(id: string): string | undefined {
    return this.#texts.get(keyOf(id))
  }
}

/**
 * Reads a manifest, or all `*.json` of a folder: an object of id to text, as Relay writes it, or Apollo's
 * manifest.
 * @throws Error that says which file is invalid
 */
export async function readPersistedDocuments(path: string): Promise<PersistedDocuments> {
  const documents = new PersistedDocuments()
  for (const file of await manifestFiles(path)) {
    try {
      const entries = manifest.parse(JSON.parse(await readFile(file, 'utf8')))
      for (const [id, text] of entries) documents.add(id, text)
    } catch (error) {
      throw new Error(`${file} is no manifest of persisted documents: ${String(error)}`, {
        cause: error,
      })
    }
  }
  return documents
}

async function manifestFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const names = (await readdir(path)).toSorted()
  return names.filter((name) => name.endsWith('.json')).map((name) => join(path, name))
}

function keyOf(id: string): string {
  return id.startsWith(SHA256) ? id.slice(SHA256.length) : id
}
