import { mergeRecords, operationRecords } from './operation-records.ts'
import type { OperationRecord } from './operation-records.ts'
import { parseStored, RegistryUnavailableError } from './registry-store.ts'
import type { RegistryStore, Stored } from './registry-store.ts'

const KEY = 'operations.json'
const MERGE_ATTEMPTS_MAX = 20

/**
 * The operations that clients send, as gateways record them. Gateways write here, and therefore not where the versions are: a
 * gateway that is taken over cannot change what the others serve.
 */
export class RecordedOperations {
  readonly #store: RegistryStore

  constructor(store: RegistryStore) {
    this.#store = store
  }

  /** @throws RegistryUnavailableError */
  async read(): Promise<OperationRecord[]> {
    return this.#recordsOf(await this.#store.read(KEY))
  }

  /**
   * Adds the operations of one gateway to those of all.
   * @throws RegistryUnavailableError
   */
  async add(seen: readonly OperationRecord[], now: Date): Promise<void> {
    for (let attempt = 1; attempt <= MERGE_ATTEMPTS_MAX; attempt += 1) {
      const stored = await this.#store.read(KEY)
      const text = JSON.stringify(mergeRecords(this.#recordsOf(stored), seen, now))
      if (await this.#store.replace(KEY, text, stored?.tag)) return
    }
    throw new RegistryUnavailableError(
      `Others write ${KEY} in ${this.#store.location} all the time.`,
    )
  }

  #recordsOf(stored: Stored | undefined): OperationRecord[] {
    const { location } = this.#store
    return stored === undefined
      ? []
      : parseStored(KEY, stored, { schema: operationRecords, location })
  }
}
