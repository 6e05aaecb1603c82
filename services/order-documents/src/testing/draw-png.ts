import { crc32, deflateSync } from 'node:zlib'

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export interface PngSettings {
  readonly width: number
  readonly height: number
  readonly bits?: number
  /** As the format numbers them: 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA. */
  readonly colorType?: number
  readonly interlaced?: boolean
  /** Number of colors of the palette. */
  readonly palette?: number
  readonly transparency?: Buffer
  /** In place of the packed rows. */
  readonly packed?: Buffer
}

/** A PNG of one color. */
export function drawPng(settings: PngSettings): Buffer {
  const { width, height, bits = 8, colorType = 6, interlaced = false } = settings
  const { palette, transparency, packed } = settings
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colorType, 0, 0, interlaced ? 1 : 0], 8)
  const rowBytes = 1 + Math.ceil((width * bits * (CHANNELS[colorType] ?? 1)) / 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', Buffer.alloc(palette * 3, 99))]),
    ...(transparency === undefined ? [] : [chunk('tRNS', transparency)]),
    chunk('IDAT', packed ?? deflateSync(Buffer.alloc(rowBytes * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(checked))
  return Buffer.concat([length, checked, checksum])
}
