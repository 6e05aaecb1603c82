import { invariant } from '../values/invariant.ts'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORMAT = 'v1.'

/** Encrypts secrets that must be read again, so that the database and its backups do not reveal them. */
export interface SecretBox {
  seal(plain: string): string
  /** @throws Error when the text was sealed with another key, or changed */
  open(sealed: string): string
}

/** @param keys each 32 bytes; the first one encrypts, all decrypt */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [key] = keys
  invariant(key !== undefined, 'there is no key of a secret box')
  return { seal: (plain) => seal(key, plain), open: (sealed) => open(key, sealed) }
}

function seal(key: Buffer, plain: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

function open(key: Buffer, sealed: string): string {
  if (!sealed.startsWith(FORMAT)) throw new Error('a sealed secret has an unknown format')
  const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return (
    decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  )
}
