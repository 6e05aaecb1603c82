import { randomBytes } from 'node:crypto'
import { readOrMakeJson, writeJson } from './json-file.ts'
import type { ServiceName } from './service-name.ts'

/** Created once for a home and stored: the data is sealed and signed with them. */
export interface Secrets {
  readonly services: Readonly<
    Record<Exclude<ServiceName, 'gateway' | 'provider-simulator'>, string>
  >
  readonly filesSigning: string
  readonly events: string
  /** Secret of the webhook service's operator API. */
  readonly operator: string
  /** 32 bytes in base64. */
  readonly webhooksKey: string
  /** 32 bytes in base64. */
  readonly providersKey: string
  readonly broker: string
  /** Passwords of the roles that own the tables, and of those that read and write rows. */
  readonly databaseOwner: string
  readonly databaseProcess: string
}

/** A home of an older version receives the secrets that were added since. */
export async function readSecrets(file: string): Promise<Secrets> {
  const kept = await readOrMakeJson<Partial<Secrets>>(file, makeSecrets)
  const made = makeSecrets()
  const secrets = { ...made, ...kept, services: { ...made.services, ...kept.services } }
  if (sizeOf(kept) < sizeOf(secrets)) await writeJson(file, secrets)
  return secrets
}

function sizeOf({ services, ...others }: Partial<Secrets>): number {
  return Object.keys(others).length + Object.keys(services ?? {}).length
}

function makeSecrets(): Secrets {
  return {
    services: {
      'production-lists': makeSecret(),
      'order-documents': makeSecret(),
      webhooks: makeSecret(),
      console: makeSecret(),
    },
    filesSigning: makeSecret(),
    events: makeSecret(),
    operator: makeSecret(),
    webhooksKey: makeKey(),
    providersKey: makeKey(),
    broker: makeSecret(),
    databaseOwner: makeSecret(),
    databaseProcess: makeSecret(),
  }
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

function makeKey(): string {
  return randomBytes(32).toString('base64')
}
