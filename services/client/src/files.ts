import { get, streamOf } from './http-get.ts'
import type { StreamOptions } from './http-get.ts'
import { endpointOf } from './transport.ts'
import type { Transport } from './transport.ts'

/** What a file can be read from: a text, a `File` of a form, or a stream. */
export type FileSource = string | Blob | Uint8Array | ReadableStream<Uint8Array>

/**
 * The response of a stored file, by its `redirectUrl` or `url`. Only the id is taken from the address: the token is sent
 * to the endpoint of the client, wherever the address leads.
 * @throws TypeError for the address of something else
 */
export async function downloadFile(
  transport: Transport,
  redirectUrl: string,
  options: StreamOptions,
): Promise<Response> {
  const { pathname } = new URL(redirectUrl, endpointOf(transport))
  // The endpoint itself may be below a folder of this name.
  const [, id] = /.*\/files\/([^/]+)/.exec(pathname) ?? []
  if (id === undefined)
    throw new TypeError('A file has an address with /files/: give its redirectUrl or url.')
  const opened = await get(transport, `files/${id}`, options, isFile)
  const { status, headers } = opened.response
  return new Response(streamOf(opened), { status, headers })
}

/** Files are PDF and CSV; a page comes from a proxy. */
const isFile = (mediaType: string): boolean => mediaType !== 'text/html'

/**
 * The text of a file, such as the `csv` of `priceBookImport`.
 * @throws TypeError for bytes that are not UTF-8
 */
export async function readText(file: FileSource): Promise<string> {
  if (typeof file === 'string') return file
  return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(file))
}

/** The bytes of a file as Base64, such as the `logo` of `organizationBrandUpdate`. */
export async function readBase64(file: FileSource): Promise<string> {
  const bytes = await bytesOf(file)
  // In parts, because arguments of a call are limited.
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

async function bytesOf(file: FileSource): Promise<Uint8Array> {
  return new Uint8Array(await new Response(file as BodyInit).arrayBuffer())
}
