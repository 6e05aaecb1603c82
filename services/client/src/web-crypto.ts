// A name that bundlers for browsers do not follow.
const nodeModule = 'node:crypto'

/** WebCrypto; Node 18 has it in a module only. */
export async function webCrypto(): Promise<Crypto> {
  // The types know no runtime without it.
  const known = globalThis.crypto as Crypto | undefined
  return known ?? ((await import(nodeModule)) as { readonly webcrypto: Crypto }).webcrypto
}
