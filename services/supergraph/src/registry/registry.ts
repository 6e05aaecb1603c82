import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parseStored, RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored } from './registry-store.ts'
import { isSignedBy } from './signature.ts'
import { readVersion, writeVersion } from './version.ts'
import type { SignedVersion, Version } from './version.ts'

const CURRENT = 'current.json'
/** Entries of the list of versions; older versions stay where they are, but are no longer listed. */
const HISTORY_MAX = 500

const historySchema = z.object({
  current: z.string(),
  versions: z.array(
    z.object({
      id: z.string(),
      publishedAt: z.string(),
      changed: z.array(z.string()),
      acceptedBreaking: z.boolean(),
      /** Of the version, by its publisher. Versions of 0.1.0 had none. */
      signature: z.string().default(''),
      /** The version that it replaced. Versions of 0.1.0 had none, and the first one has none. */
      previous: z.string().nullish(),
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

/** The supergraphs that were published, and which of them is current. */
export class Registry {
  readonly #store: RegistryStore
  readonly #trusted: readonly KeyObject[] | 'any'

  /** @param trusted public keys of the publishers; `any` accepts versions without a signature */
  constructor(store: RegistryStore, trusted: readonly KeyObject[] | 'any') {
    this.#store = store
    this.#trusted = trusted
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

  /**
   * The current version of a history.
   * @throws RegistryUnavailableError also when no trusted publisher has signed the version
   */
  current(history: History): Promise<SignedVersion> {
    return this.version(history, history.current)
  }

  /**
   * Any version of a history.
   * @throws RegistryUnavailableError also when no trusted publisher has signed the version
   */
  async version({ versions }: History, id: string): Promise<SignedVersion> {
    const stored = await this.#store.read(keyOf(id))
    if (stored === undefined) throw this.#unusable(id, 'is not there')
    const version = readVersion(stored.text, id)
    if (version === undefined) throw this.#damaged(id)
    const signature = versions.find((published) => published.id === id)?.signature ?? ''
    const signed = { ...version, signature }
    if (this.trusts(signed)) return signed
    throw this.#unusable(id, 'has no signature of a key in SUPERGRAPH_PUBLIC_KEYS')
  }

  /** Whether a trusted publisher has signed a version, wherever it was read. */
  trusts(version: SignedVersion): boolean {
    return this.#trusted === 'any' || isSignedBy(version, version.signature, this.#trusted)
  }

  /** Publishing does not replace a stored version, so the file has to be deleted. */
  #damaged(id: string): RegistryUnavailableError {
    const why = 'is damaged: its content does not fit its id'
    return this.#unusable(id, why, `delete ${keyOf(id)} there, `)
  }

  #unusable(id: string, why: string, before = ''): RegistryUnavailableError {
    return new RegistryUnavailableError(
      `Version ${id} in ${this.location} ${why}. Roll back to another one with "npm run supergraph -- rollback <id>", ${before}and publish again.`,
    )
  }

  /**
   * Stores a version and makes it current; false when the history has changed since it was read.
   * @throws RegistryUnavailableError also when a damaged file of the version is there
   */
  async publish(
    read: ReadHistory,
    version: Version,
    entry: Omit<PublishedVersion, 'id' | 'previous'>,
  ): Promise<boolean> {
    const text = writeVersion(version)
    await this.#store.create(keyOf(version.id), text)
    // The file may have been there already.
    if ((await this.#store.read(keyOf(version.id)))?.text !== text) throw this.#damaged(version.id)
    const { current, versions: before = [] } = read.history ?? {}
    const others = before.filter(({ id }) => id !== version.id)
    // The current version is published again with another key.
    const isAgain = current === version.id
    const previous = isAgain ? before.find(({ id }) => id === current)?.previous : (current ?? null)
    const versions = [{ id: version.id, ...entry, previous }, ...others].slice(0, HISTORY_MAX)
    return this.#move(read, { current: version.id, versions })
  }

  /** Makes a version current that was published before; false when the history has changed since it was read. */
  async goBack(read: ReadHistory, id: string): Promise<boolean> {
    return this.#move(read, { current: id, versions: read.history?.versions ?? [] })
  }

  #move({ tag }: ReadHistory, history: History): Promise<boolean> {
    return this.#store.replace(CURRENT, `${JSON.stringify(history, undefined, 2)}\n`, tag)
  }

  #historyOf(stored: Stored | undefined): ReadHistory {
    const history =
      stored && parseStored(CURRENT, stored, { schema: historySchema, location: this.location })
    return { history, tag: stored?.tag }
  }
}

function keyOf(id: string): string {
  return `versions/${id}.json`
}
