import { sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { writeVersion } from './version.ts'
import type { Version } from './version.ts'

/** No signature of anything else made with the same key is one of a version. */
const PURPOSE = 'supergraph version\n'

/** The Ed25519 signature of the whole content of a version, in base64url. */
export function signatureOf(version: Version, key: KeyObject): string {
  return sign(null, signedBytes(version), key).toString('base64url')
}

/** Whether the signature was made with the private key of one of these public keys. */
export function isSignedBy(
  version: Version,
  signature: string,
  keys: readonly KeyObject[],
): boolean {
  const bytes = signedBytes(version)
  return keys.some((key) => verify(null, bytes, key, Buffer.from(signature, 'base64url')))
}

function signedBytes(version: Version): Buffer {
  return Buffer.from(PURPOSE + writeVersion(version))
}
