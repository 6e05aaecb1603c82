import { randomBytes } from 'node:crypto'
import { readOrMakeJson } from './kept-json.ts'
import type { ServiceName } from './service-name.ts'

/** Made once for a home and kept: the data is sealed and signed with them. */
export interface Secrets {
  readonly services: Readonly<
    Record<Exclude<ServiceName, 'gateway' | 'provider-simulator'>, string>
  >
  readonly filesSigning: string
  readonly events: string
  /** 32 bytes in base64. */
  readonly webhooksKey: string
  readonly broker: string
}

export async function readSecrets(file: string): Promise<Secrets> {
  return readOrMakeJson<Secrets>(file, () => ({
    services: {
      'production-lists': makeSecret(),
      'order-documents': makeSecret(),
      webhooks: makeSecret(),
    },
    filesSigning: makeSecret(),
    events: makeSecret(),
    webhooksKey: randomBytes(32).toString('base64'),
    broker: makeSecret(),
  }))
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}
