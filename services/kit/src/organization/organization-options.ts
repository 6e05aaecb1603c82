import type { Readable } from 'node:stream'
import type { SecretBox } from '../security/secret-box.ts'
import type { OwnDatabase } from '../postgres/database-connection.ts'
import type { SealedColumn } from '../operator/rekey.ts'
import type { StatedType } from '../verification/states-sql.ts'
import type { UnderWay } from './freeze.ts'

/** A row of a stored file, and where its bytes are. */
export interface MovedFile {
  readonly key: string
  readonly byteSize: number
  readonly contentType: string
}

/** The files of a service. */
export interface MovedFiles {
  /** SQL: the next rows of organization $1 after the key $2, as `MovedFile`, sorted by the bytes of their keys. */
  readonly next: string
  readonly read: (key: string, byteSize: number) => Promise<Readable>
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
}

/** The database of a service, and what the catalog does not say about an organization in it. */
export interface OrganizationOptions extends OwnDatabase {
  readonly service: string
  readonly underWay?: UnderWay
  /** SQL that runs when organization $1 is thawed, in the same transaction. */
  readonly whenThawed?: string
  /** Aggregates with events. The service that keeps the events waits until it has all of them. */
  readonly states?: readonly StatedType[]
  /** The service keeps the events of others. */
  readonly events?: {
    readonly of: readonly string[]
    /** Earlier ones may have been deleted. */
    readonly since: Date
    /** SQL: how many of the states $1 lack an event of organization $2, as `count`, and an `example`. */
    readonly selectMissing: string
  }
  readonly files?: MovedFiles
  /** Texts that are sealed with keys of this deployment. */
  readonly sealed?: { readonly box: SecretBox; readonly columns: readonly SealedColumn[] }
}
