import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { PIXELS_MAX, refused, sizeReason, TRANSPARENT_PIXELS_MAX } from './picture.ts'
import type { Picture } from './picture.ts'

const BROKEN = 'is not a whole PNG file'
const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
const FILTER_MAX = 4
const PALETTE = 3
const RGBA_CHANNELS = 4

/** Channels of a pixel by color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, [PALETTE]: 1, 4: 2, 6: 4 }

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

interface Header {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

/**
 * Looks through a PNG from end to end: whoever draws it later trusts its chunks, and a broken one would
 * take the drawing thread along.
 */
export async function inspectPng(bytes: Buffer): Promise<Picture> {
  const chunks = readChunks(bytes)
  const [first] = chunks ?? []
  if (chunks === undefined || first?.type !== 'IHDR' || first.data.length !== 13)
    return refused(BROKEN)

  const header = readHeader(first.data)
  const reason = sizeReason(header.width, header.height) ?? kindReason(header, chunks)
  if (reason !== undefined) return refused(reason)
  if (!(await hasAllRows(header, chunks))) return refused(BROKEN)
  return { kind: 'accepted', type: 'png', width: header.width, height: header.height }
}

/** Undefined when the file is not chunk after chunk up to its end, each as its checksum says. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let position = SIGNATURE_BYTES
  while (position + FRAME_BYTES <= bytes.length) {
    const end = position + FRAME_BYTES + bytes.readUInt32BE(position)
    if (end > bytes.length) return undefined
    const checked = bytes.subarray(position + 4, end - 4)
    if (crc32(checked) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = checked.toString('latin1', 0, 4)
    chunks.push({ type, data: checked.subarray(4) })
    if (type === 'IEND') return chunks
    position = end
  }
  return undefined
}

function readHeader(data: Buffer): Header {
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bits: data.readUInt8(8),
    colorType: data.readUInt8(9),
    isInterlaced: data.readUInt8(12) !== 0,
  }
}

/** Kinds of PNG that the library which draws documents shows wrongly, or only after much work. */
function kindReason(header: Header, chunks: readonly Chunk[]): string | undefined {
  const { width, height, bits, colorType, isInterlaced } = header
  const sizeOf = (type: string): number | undefined =>
    chunks.find((chunk) => chunk.type === type)?.data.length
  const [palette, transparency] = [sizeOf('PLTE'), sizeOf('tRNS')]

  if (CHANNELS[colorType] === undefined || ![1, 2, 4, 8, 16].includes(bits)) return BROKEN
  if (isInterlaced) return 'is an interlaced PNG; save it without interlacing'
  if (bits === 16) return 'has 16 bits per color; save it with 8'
  if ((colorType === PALETTE) !== (palette !== undefined)) {
    return 'has a palette where none belongs, or none where one does; save it with full colors (RGBA)'
  }
  const isBlended = colorType === 4 || colorType === 6
  if (transparency !== undefined && (colorType !== PALETTE || bits < 8 || palette === 256 * 3)) {
    return 'is transparent in a way that documents cannot show; save it with full colors (RGBA)'
  }
  if ((isBlended || transparency !== undefined) && width * height > TRANSPARENT_PIXELS_MAX) {
    return `is transparent and has ${width} × ${height} pixels; ${TRANSPARENT_PIXELS_MAX} in all are allowed then`
  }
  return undefined
}

/** Whether the pixels unpack to just as many rows as the header says, each with a filter that there is. */
async function hasAllRows(
  { width, height, bits, colorType }: Header,
  chunks: readonly Chunk[],
): Promise<boolean> {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const rowBytes = 1 + Math.ceil((width * bits * (CHANNELS[colorType] ?? 0)) / 8)
  const rows = await unpack(packed)
  if (rows?.length !== rowBytes * height) return false
  for (let start = 0; start < rows.length; start += rowBytes) {
    if (rows.readUInt8(start) > FILTER_MAX) return false
  }
  return true
}

/** Undefined for what cannot be unpacked, or to more than the largest picture. */
async function unpack(packed: Buffer): Promise<Buffer | undefined> {
  const maxOutputLength = (PIXELS_MAX + 1) * (RGBA_CHANNELS + 1)
  return promisify<Buffer, object, Buffer>(inflate)(packed, { maxOutputLength }).catch(
    () => undefined,
  )
}
