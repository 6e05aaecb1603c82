import { z } from 'zod'
import { mergeRecords, operationRecords } from './operation-records.ts'
import type { OperationRecord } from './operation-records.ts'
import { RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored } from './registry-store.ts'
import { readVersion, writeVersion } from './version.ts'
import type { Version } from './version.ts'

const CURRENT = 'current.json'
const OPERATIONS = 'operations.json'
/** Entries of the list of versions; older versions stay where they are, but are no longer listed. */
const HISTORY_MAX = 500
const MERGE_ATTEMPTS_MAX = 20

const historySchema = z.object({
  current: z.string(),
  versions: z.array(
    z.object({
      id: z.string(),
      publishedAt: z.string(),
      changed: z.array(z.string()),
      acceptedBreaking: z.boolean(),
    }),
  ),
})

/** The current version, and all that can be rolled back to, newest first. */
export type History = z.infer<typeof historySchema>
export type PublishedVersion = History['versions'][number]

/** A history as it was read, on which a change of it is based. */
export interface ReadHistory {
  readonly history: History | undefined
  readonly tag: string | undefined
}

/** The supergraphs that were published, which of them is current, and the operations that clients send. */
export class Registry {
  readonly #store: RegistryStore

  constructor(store: RegistryStore) {
    this.#store = store
  }

  get location(): string {
    return this.#store.location
  }

  async history(): Promise<ReadHistory> {
    return this.#historyOf(await this.#store.read(CURRENT))
  }

  /** `unchanged` when the history is still the one of this tag. */
  async historyIfChanged(tag: string | undefined): Promise<ReadHistory | 'unchanged'> {
    const stored = await this.#store.readIfChanged(CURRENT, tag)
    return stored === 'unchanged' ? stored : this.#historyOf(stored)
  }

  async version(id: string): Promise<Version> {
    const stored = await this.#store.read(keyOf(id))
    const version = stored === undefined ? undefined : readVersion(stored.text, id)
    if (version !== undefined) return version
    const what =
      stored === undefined ? 'is not there' : 'is damaged: its content does not fit its id'
    throw new RegistryUnavailableError(
      `Version ${id} in ${this.location} ${what}. Roll back to another one with "npm run supergraph -- rollback <id>".`,
    )
  }

  /** Stores a version and makes it current; false when the history has changed since it was read. */
  async publish(
    read: ReadHistory,
    version: Version,
    entry: Omit<PublishedVersion, 'id'>,
  ): Promise<boolean> {
    await this.#store.create(keyOf(version.id), writeVersion(version))
    const others = (read.history?.versions ?? []).filter(({ id }) => id !== version.id)
    const versions = [{ id: version.id, ...entry }, ...others].slice(0, HISTORY_MAX)
    return this.#move(read, { current: version.id, versions })
  }

  /** Makes a version current that was published before; false when the history has changed since it was read. */
  async goBack(read: ReadHistory, id: string): Promise<boolean> {
    return this.#move(read, { current: id, versions: read.history?.versions ?? [] })
  }

  #move({ tag }: ReadHistory, history: History): Promise<boolean> {
    return this.#store.replace(CURRENT, `${JSON.stringify(history, undefined, 2)}\n`, tag)
  }

  async operations(): Promise<OperationRecord[]> {
    return this.#operationsOf(await this.#store.read(OPERATIONS))
  }

  /** Adds the operations of one gateway to those of all. */
  async addOperations(seen: readonly OperationRecord[], now: Date): Promise<void> {
    for (let attempt = 1; attempt <= MERGE_ATTEMPTS_MAX; attempt += 1) {
      const stored = await this.#store.read(OPERATIONS)
      const text = JSON.stringify(mergeRecords(this.#operationsOf(stored), seen, now))
      if (await this.#store.replace(OPERATIONS, text, stored?.tag)) return
    }
    throw new RegistryUnavailableError(
      `Others write ${OPERATIONS} in ${this.location} all the time.`,
    )
  }

  #historyOf(stored: Stored | undefined): ReadHistory {
    const history = stored && this.#parse(CURRENT, stored.text, historySchema)
    return { history, tag: stored?.tag }
  }

  #operationsOf(stored: Stored | undefined): OperationRecord[] {
    return stored === undefined ? [] : this.#parse(OPERATIONS, stored.text, operationRecords)
  }

  #parse<T>(key: string, text: string, schema: z.ZodType<T>): T {
    try {
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new RegistryUnavailableError(
        `${key} in ${this.location} is damaged. Restore it from a backup.`,
        { cause },
      )
    }
  }
}

function keyOf(id: string): string {
  return `versions/${id}.json`
}
