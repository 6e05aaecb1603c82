import { crc32, inflateSync } from 'node:zlib'
import { type Pixels, toPixels } from './png-pixels.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// 64 MB while it is taken apart; a logo of 4,000 × 4,000 pixels is print quality for a poster.
const PIXELS_MAX = 16_000_000
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

/** The head of a PNG file. */
export interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  /** As the format numbers it: 3 is indexed, 4 and 6 have transparency. */
  readonly colorType: number
  /** How many a pixel has. */
  readonly samples: number
  readonly isInterlaced: boolean
}

/**
 * Reads a PNG file (ISO 15948); undefined when anything of it is missing or damaged. pdfkit's own reader
 * goes on past the end of a short file, and throws where nobody can catch it.
 */
export function readPng(bytes: Uint8Array): Pixels | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, 8).equals(SIGNATURE)) return undefined
  const chunks = readChunks(file)
  const header = readHeader(chunks?.get('IHDR'))
  const packed = chunks?.get('IDAT')
  if (header === undefined || packed === undefined) return undefined
  try {
    return toPixels(header, {
      data: inflateSync(packed, { maxOutputLength: header.width * header.height * 8 + 1_000_000 }),
      palette: chunks?.get('PLTE'),
      transparency: chunks?.get('tRNS'),
    })
  } catch {
    return undefined
  }
}

/** The data of each kind of chunk; undefined when one is cut off or was changed. */
function readChunks(file: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const chunks = new Map<string, Buffer[]>()
  for (let at = 8; at + 12 <= file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length) return undefined
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return undefined
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') {
      return new Map(Array.from(chunks, ([type, parts]) => [type, Buffer.concat(parts)]))
    }
    chunks.set(type, [...(chunks.get(type) ?? []), file.subarray(at + 8, end)])
    at = end + 4
  }
  return undefined
}

function readHeader(header: Buffer | undefined): PngHeader | undefined {
  if (header?.length !== 13) return undefined
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colorType = 0, , , interlace = 0] = header.subarray(8)
  const samples = SAMPLES.get(colorType)
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlace > 1) return undefined
  if (width * height === 0 || width * height > PIXELS_MAX) return undefined
  return { width, height, depth, colorType, samples, isInterlaced: interlace === 1 }
}
