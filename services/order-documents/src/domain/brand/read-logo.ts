import { inspectJpeg } from './inspect-jpeg.ts'
import { inspectPng } from './inspect-png.ts'
import { refused } from './picture.ts'
import type { Picture } from './picture.ts'

const LOGO_BYTES_MAX = 262_144
/** Base64 takes four characters for three bytes. */
const LOGO_TEXT_LENGTH_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

export type LogoReading =
  | (Extract<Picture, { readonly kind: 'accepted' }> & { readonly bytes: Buffer })
  | Extract<Picture, { readonly kind: 'refused' }>

/** @param text base64 of a PNG or JPEG file; what it is shows by its bytes, whatever it was called */
export async function readLogo(text: string): Promise<LogoReading> {
  if (text.length > LOGO_TEXT_LENGTH_MAX) return tooLarge()
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return { kind: 'refused', reason: 'must be base64' }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > LOGO_BYTES_MAX) return tooLarge()
  const picture = await inspect(bytes)
  return picture.kind === 'refused' ? picture : { ...picture, bytes }
}

async function inspect(bytes: Buffer): Promise<Picture> {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return inspectPng(bytes)
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return inspectJpeg(bytes)
  return refused('must be a PNG or a JPEG file')
}

function tooLarge(): LogoReading {
  return { kind: 'refused', reason: `may have at most ${LOGO_BYTES_MAX} bytes` }
}
