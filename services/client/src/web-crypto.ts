// A name that bundlers for browsers do not follow.
const nodeModule = 'node:crypto'

/** WebCrypto; Node 18 has it in a module only. */
export async function webCrypto(): Promise<Crypto> {
  // The types know no runtime without it.
  const known = globalThis.crypto as Crypto | undefined
  return known ?? ((await import(nodeModule)) as { readonly webcrypto: Crypto }).webcrypto
}

/** The SHA-256 of a text, as lower-case hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const { subtle } = await webCrypto()
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Bytes as lower-case hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
