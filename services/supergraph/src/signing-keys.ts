import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { InvalidValueError, optional, variable } from '@takeoff/kit/service/config'

/** What gateways verify versions with, and publishers the version that they build on. */
export const publicKeysVariable = variable<readonly KeyObject[]>(
  'SUPERGRAPH_PUBLIC_KEYS',
  {
    default: [],
    about:
      'Public keys (Ed25519) of the publishers whose versions are accepted, separated by commas; `npm run supergraph -- keys` makes one.',
  },
  (text) => text.split(',').map((key) => readKey(key, createPublicKey, 'spki')),
)

/** What publishers sign versions with. */
export const signingKeyVariable = optional(
  variable<KeyObject>(
    'SUPERGRAPH_SIGNING_KEY',
    {
      secret: true,
      about:
        'Private key (Ed25519) that `publish` signs versions with; `npm run supergraph -- keys` makes one.',
    },
    (text) => readKey(text, createPrivateKey, 'pkcs8'),
  ),
)

/** A new pair, each as the text of its variable. */
export function createKeyPair(): { readonly signingKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    signingKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
}

type CreateKey<T> = (input: { key: Buffer; format: 'der'; type: T }) => KeyObject

function readKey<T>(text: string, create: CreateKey<T>, type: T): KeyObject {
  try {
    const key = create({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below, like a key of another type.
  }
  throw new InvalidValueError(
    'must be what "npm run supergraph -- keys" prints: an Ed25519 key in base64',
  )
}
