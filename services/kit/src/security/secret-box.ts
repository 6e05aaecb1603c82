import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { invariant } from '../values/invariant.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_LENGTH = 8
/** Texts of the first format name no key, and are bound to no place. */
const FIRST_FORMAT = 'v1.'
const FORMAT = 'v2.'

/** A sealed text cannot be decrypted here. */
class SealedTextError extends Error {
  override readonly name = 'SealedTextError'
  readonly code = 'SEALED_TEXT_UNREADABLE'
}

/**
 * Encrypts secrets that must be read again, so that the database and its backups do not reveal them. A sealed text is
 * bound to its place, which names its table, column, organization and row: moved elsewhere, it does not open.
 */
export interface SecretBox {
  /** The beginning of the texts that the current key has sealed; it has no wildcards of SQL. */
  readonly currentPrefix: string
  seal(plain: string, place: string): string
  /** @throws Error when the text was sealed for another place or with an unknown key, or was changed */
  open(sealed: string, place: string): string
}

/** @param keys each 32 bytes; the first one encrypts, all decrypt */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]))
  const [current] = keys
  invariant(current !== undefined, 'there is no key of a secret box')
  const currentPrefix = `${FORMAT}${keyIdOf(current)}.`
  return {
    currentPrefix,
    seal: (plain, place) => currentPrefix + encrypt(current, plain, place),
    open(sealed, place) {
      if (sealed.startsWith(FIRST_FORMAT)) return openFirstFormat(keys, sealed)
      const [, id, ciphertext] = /^v2\.([\da-f]+)\.(.*)$/.exec(sealed) ?? []
      if (id === undefined || ciphertext === undefined)
        throw new SealedTextError('a sealed text has an unknown format')
      const key = byId.get(id)
      if (key === undefined) throw new SealedTextError(`a sealed text needs the key ${id}`)
      return decrypt(key, ciphertext, place)
    },
  }
}

/** Identifies a key without revealing it: a hash of a random key. */
function keyIdOf(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, KEY_ID_LENGTH)
}

function openFirstFormat(keys: readonly Buffer[], sealed: string): string {
  let reason: unknown
  for (const key of keys) {
    try {
      return decrypt(key, sealed.slice(FIRST_FORMAT.length), '')
    } catch (error) {
      reason = error
    }
  }
  throw reason
}

function encrypt(key: Buffer, plain: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place))
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64')
}

function decrypt(key: Buffer, ciphertext: string, place: string): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) throw new SealedTextError('a sealed text is too short')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(tag).setAAD(Buffer.from(place))
  return (
    decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  )
}
