import { inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { logoSizeReason, pngSizeOf } from '../../domain/brand/read-logo.ts'

const SIGNATURE_SIZE = 8

/** A decoded picture: three bytes a pixel, and its opacity. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** One byte a pixel; unset when every pixel covers fully. */
  readonly alpha: Uint8Array | undefined
}

/**
 * Reads a PNG file; undefined when it is too large, truncated or damaged. pdfkit's own reader continues
 * past the end of a short file, and throws where the error cannot be caught.
 */
export function readPng(bytes: Uint8Array): Pixels | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return isBounded(file) ? toPixels(PNG.sync.read(file)) : undefined
  } catch {
    return undefined
  }
}

/**
 * Checked before the file is decoded, because a small file can unpack to gigabytes: the header may name any size;
 * of two headers pngjs would use the second; and it unpacks interlaced pictures without a limit.
 * @throws Error when there is more data than pixels
 */
function isBounded(file: Buffer): boolean {
  const size = pngSizeOf(file)
  if (size === undefined || logoSizeReason(size) !== undefined) return false
  const chunks = readChunks(file)
  if (chunks.filter(({ type }) => type === 'IHDR').length !== 1) return false
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  // At most 8 bytes a pixel, and less than four for each row in all passes.
  inflateSync(Buffer.concat(packed), { maxOutputLength: (size.width * 8 + 4) * size.height + 64 })
  return true
}

function readChunks(file: Buffer) {
  const chunks: { readonly type: string; readonly data: Buffer }[] = []
  for (let at = SIGNATURE_SIZE; at + 8 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: file.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
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
