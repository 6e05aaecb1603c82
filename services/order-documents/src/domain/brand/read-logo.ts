const LOGO_BYTES_MAX = 262_144
/** Base64 takes four characters for three bytes. */
const LOGO_TEXT_LENGTH_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4
const SIDE_MAX = 4000
/** Decoding takes half a second to a second, once for each thread that draws it. */
const PIXELS_MAX = 4_000_000
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
/** Offsets of width and height in a PNG. */
const PNG_SIZE = { width: 16, height: 20, end: 24 }

interface Size {
  readonly width: number
  readonly height: number
}

/** A file that looks like a picture; opening it shows whether it is complete. */
export interface Logo {
  readonly type: 'png' | 'jpeg'
  readonly bytes: Uint8Array
}

export type LogoReading =
  | { readonly kind: 'accepted'; readonly file: Logo }
  /** The reason follows the argument's name in a message. */
  | { readonly kind: 'refused'; readonly reason: string }

/** @param text base64 of a PNG or JPEG file; its bytes determine the type */
export function readLogo(text: string): LogoReading {
  if (text.length > LOGO_TEXT_LENGTH_MAX) return tooLarge()
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return refused('must be base64 in one line, without "data:" in front')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > LOGO_BYTES_MAX) return tooLarge()

  const type = typeOf(bytes)
  if (type === undefined) return refused('must be a PNG or a JPEG file')
  const size = type === 'png' ? pngSizeOf(bytes) : undefined
  const reason = size && logoSizeReason(size)
  return reason === undefined ? { kind: 'accepted', file: { type, bytes } } : refused(reason)
}

/** Why a picture is too large, or empty; undefined when it is neither. */
export function logoSizeReason({ width, height }: Size): string | undefined {
  const limit = 'must have at most'
  const size = `it has ${width} × ${height}`
  if (Math.min(width, height) < 1) return `must have at least one pixel a side; ${size}`
  if (Math.max(width, height) > SIDE_MAX) return `${limit} ${SIDE_MAX} pixels a side; ${size}`
  return width * height > PIXELS_MAX ? `${limit} ${PIXELS_MAX} pixels; ${size}` : undefined
}

/** The size in its header, known before the pixels are unpacked; undefined when the file ends before it. */
export function pngSizeOf(bytes: Buffer): Size | undefined {
  if (bytes.length < PNG_SIZE.end) return undefined
  return {
    width: bytes.readUInt32BE(PNG_SIZE.width),
    height: bytes.readUInt32BE(PNG_SIZE.height),
  }
}

function typeOf(bytes: Buffer): Logo['type'] | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png'
  return bytes.subarray(0, JPEG.length).equals(JPEG) ? 'jpeg' : undefined
}

function tooLarge(): LogoReading {
  return refused(`must have at most ${LOGO_BYTES_MAX} bytes`)
}

function refused(reason: string): LogoReading {
  return { kind: 'refused', reason }
}
