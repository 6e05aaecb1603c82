import type { Readable } from 'node:stream'
import type { SecretBox } from '../security/secret-box.ts'
import { kitMigrations } from '../postgres/kit-migrations.ts'
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
  /** Undefined when the store does not have these bytes; every other failure is thrown. */
  readonly read: (key: string, byteSize: number) => Promise<Readable | undefined>
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
}

/** An aggregate of which an event is missing. */
export interface Lacking {
  readonly type: string
  readonly id: string
  /** It is older than the kept events and has none: it may have changed without a new one. */
  readonly mayHaveNone: boolean
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
    /** SQL: those of the states $1 that lack an event of organization $2, as `Lacking`. */
    readonly selectLacking: string
  }
  readonly files?: MovedFiles
  /** Texts that are sealed with keys of this deployment. */
  readonly sealed?: { readonly box: SecretBox; readonly columns: readonly SealedColumn[] }
}

/** The newest migrations of the service and of the kit, which name the version of the tables of this process. */
export const newestMigrations = ({ migrations }: OwnDatabase): string =>
  [migrations, kitMigrations].map((all) => all.at(-1)?.name).join(' and ')
