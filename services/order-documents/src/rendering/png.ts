import { PNG } from 'pngjs'

// 64 MB while it is taken apart; a logo of 4,000 × 4,000 pixels is print quality for a poster.
const PIXELS_MAX = 16_000_000
/** Signature, length and name of the first chunk. */
const SIZE_OFFSET = 16
const SIZE_END = 24

/** A picture taken apart: three bytes a pixel, and how much of it covers the paper. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** One byte a pixel; unset when every pixel covers fully. */
  readonly alpha: Uint8Array | undefined
}

/**
 * Reads a PNG file; undefined when it is too large, or anything of it is missing or damaged. pdfkit's own
 * reader goes on past the end of a short file, and throws where nobody can catch it.
 */
export function readPng(bytes: Uint8Array): Pixels | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Before it is unpacked: a small file can hold a huge picture of one color.
  if (file.length < SIZE_END || !isReadable(file)) return undefined
  try {
    return toPixels(PNG.sync.read(file))
  } catch {
    return undefined
  }
}

function isReadable(file: Buffer): boolean {
  const [width, height] = [file.readUInt32BE(SIZE_OFFSET), file.readUInt32BE(SIZE_OFFSET + 4)]
  return width * height > 0 && width * height <= PIXELS_MAX
}

function toPixels({ width, height, data }: PNG): Pixels {
  const rgb = new Uint8Array(width * height * 3)
  const alpha = new Uint8Array(width * height)
  let covers = true
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    rgb.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
    alpha[pixel] = data[pixel * 4 + 3] ?? 0
    covers &&= alpha[pixel] === 255
  }
  return { width, height, rgb, alpha: covers ? undefined : alpha }
}
