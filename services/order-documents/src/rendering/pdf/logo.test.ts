import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isWholeJpeg } from './jpeg.ts'
import { openLogo } from './logo.ts'
import { readPng } from './png.ts'
import { logoOf } from '../testing/sample-documents.ts'

/** A JPEG's segments without picture data, which is enough to read the file. */
function jpegOf(over: { frame?: number; depth?: number; exif?: Buffer } = {}): Buffer {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(over.exif ? [segment(0xe1, over.exif)] : []),
    segment(over.frame ?? 0xc0, Buffer.from([over.depth ?? 8, 0, 90, 1, 104, 3, 0, 0, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
  ])
}

const turned = Buffer.concat([
  Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1'),
  Buffer.from([1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
])

describe('openLogo', () => {
  const whole = logoOf(40, 30)

  it('opens a PNG and a JPEG', () => {
    expect(openLogo(whole)).toMatchObject({ width: 40, height: 30 })
    expect(openLogo({ type: 'jpeg', bytes: jpegOf() })).toMatchObject({ width: 360, height: 90 })
  })

  it('opens a PNG in thousands of pieces', () => {
    const piece = Buffer.from('0000000049444154', 'hex')
    const empty = Buffer.alloc(12)
    empty.set(piece)
    empty.writeUInt32BE(crc32(piece.subarray(4)), 8)
    const endAt = whole.bytes.length - 12
    const pieces = [
      whole.bytes.subarray(0, endAt),
      ...Array.from({ length: 20_000 }, () => empty),
      whole.bytes.subarray(endAt),
    ]
    const logo = openLogo({ type: 'png', bytes: Buffer.concat(pieces) })
    expect(logo).toMatchObject({ width: 40, height: 30 })
  })

  it('rotates a picture by its camera orientation', () => {
    const logo = openLogo({ type: 'jpeg', bytes: jpegOf({ exif: turned }) })
    expect(logo).toMatchObject({ width: 90, height: 360 })
  })

  it('rejects a picture that is truncated at any byte', () => {
    for (let length = 0; length < whole.bytes.length; length++) {
      expect(openLogo({ type: 'png', bytes: whole.bytes.subarray(0, length) })).toBeUndefined()
    }
    const jpeg = jpegOf({ exif: turned })
    for (let length = 0; length < jpeg.length; length++) {
      expect(openLogo({ type: 'jpeg', bytes: jpeg.subarray(0, length) })).toBeUndefined()
    }
  })

  it('rejects a picture that was changed', () => {
    for (let at = 0; at < whole.bytes.length; at++) {
      const bytes = Uint8Array.from(whole.bytes)
      bytes[at] = (bytes[at] ?? 0) ^ 0x40
      expect(openLogo({ type: 'png', bytes })).toBeUndefined()
    }
  })

  it('rejects a picture of another kind', () => {
    expect(openLogo({ type: 'jpeg', bytes: whole.bytes })).toBeUndefined()
    expect(openLogo({ type: 'png', bytes: Buffer.from('<svg/>') })).toBeUndefined()
    expect(isWholeJpeg(jpegOf({ frame: 0xc3 }))).toBe(false)
    expect(isWholeJpeg(jpegOf({ depth: 12 }))).toBe(false)
  })

  // pdfkit reads the size from the first one, whichever it is.
  it.each([
    ['of another coding', 'ffc90008000000000000'],
    ['that is empty', 'ffc00002'],
    ['without a size', 'ffc0000b080000000003000000'],
  ])('rejects a JPEG with a frame %s before a valid one', (_, frame) => {
    const [start, rest] = [jpegOf().subarray(0, 2), jpegOf().subarray(2)]
    const bytes = Buffer.concat([start, Buffer.from(frame, 'hex'), rest])
    expect(openLogo({ type: 'jpeg', bytes })).toBeUndefined()
  })
})

interface Png {
  readonly depth: number
  readonly colorType: number
  readonly size: number
  readonly rows: readonly (readonly number[])[]
  readonly interlaced?: boolean
  readonly chunks?: readonly (readonly [type: string, data: readonly number[]])[]
}

function pngOf({ depth, colorType, size, rows, interlaced = false, chunks = [] }: Png): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, depth, colorType, 0, 0, +interlaced])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks.map(([type, data]) => chunk(type, Buffer.from(data))),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const pixelsOf = (png: Png): { rgb: number[]; alpha: number[] } => {
  const pixels = readPng(pngOf(png))
  return { rgb: [...(pixels?.rgb ?? [])], alpha: [...(pixels?.alpha ?? [])] }
}

describe('readPng', () => {
  // Of 20,000 × 20,000 pixels.
  const SECOND_HEADER = ['IHDR', [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20, 8, 0, 0, 0, 0]] as const
  const PALETTE = ['PLTE', [10, 20, 30, 40, 50, 60, 70, 80, 90]] as const

  it('decodes each row filter', () => {
    const rows = [
      [1, 10, 10],
      [2, 1, 1],
      [3, 5, 5],
    ]
    // Two gray pixels: from the left 10 20, from above 11 21, from both halves 10 20.
    const png = { depth: 8, colorType: 0, size: 2, rows: rows.slice(0, 2) }
    expect(pixelsOf(png).rgb).toEqual([10, 20, 11, 21].flatMap((gray) => [gray, gray, gray]))
    const average = [rows[0] ?? [], rows[2] ?? []]
    expect(pixelsOf({ ...png, rows: average }).rgb.slice(6, 12)).toEqual([10, 10, 10, 20, 20, 20])
    const paeth = [rows[0] ?? [], [4, 5, 5]]
    expect(pixelsOf({ ...png, rows: paeth }).rgb.slice(6, 12)).toEqual([15, 15, 15, 25, 25, 25])
  })

  it.each([1, 2, 4, 8])('reads a palette of %i bits with transparent colors', (depth) => {
    const pixel = (index: number) => index << (8 - depth)
    const rows = [[0, pixel(1)]]
    const chunks = [PALETTE, ['tRNS', [255, 7]] as const]
    const { rgb, alpha } = pixelsOf({ depth, colorType: 3, size: 1, rows, chunks })
    expect(rgb).toEqual([40, 50, 60])
    expect(alpha).toEqual([7])
  })

  it('reads 16 bits of a sample as 8', () => {
    const rows = [[0, 255, 255, 128, 128, 0, 0, 51, 51]]
    const { rgb, alpha } = pixelsOf({ depth: 16, colorType: 6, size: 1, rows })
    expect(rgb).toEqual([255, 128, 0])
    expect(alpha).toEqual([51])
  })

  it('makes the transparent color invisible', () => {
    const chunks = [['tRNS', [0, 1, 0, 2, 0, 3]] as const]
    const rows = [
      [0, 1, 2, 3, 1, 2, 4],
      [0, 9, 9, 9, 1, 2, 3],
    ]
    const { alpha } = pixelsOf({ depth: 8, colorType: 2, size: 2, rows, chunks })
    expect(alpha).toEqual([0, 255, 255, 0])
  })

  it('decodes an interlaced picture', () => {
    // Three pixels wide: the first pass holds the first pixel, the second and third nothing.
    const rows = [
      [0, 1],
      [0, 3],
      [0, 7, 9],
      [0, 2],
      [0, 8],
      [0, 4, 5, 6],
    ]
    const { rgb } = pixelsOf({ depth: 8, colorType: 0, size: 3, rows, interlaced: true })
    expect(rgb.filter((_, index) => index % 3 === 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each([
    ['a color that its palette does not have', { depth: 8, colorType: 3, rows: [[0, 3]] }],
    ['a second header', { depth: 8, colorType: 0, rows: [[0, 0]], chunks: [SECOND_HEADER] }],
    [
      'more data than pixels',
      { depth: 8, colorType: 0, rows: [Array(1000).fill(0)], interlaced: true },
    ],
    ['no palette', { depth: 8, colorType: 3, rows: [[0, 0]], chunks: [] }],
    ['an unknown filter', { depth: 8, colorType: 0, rows: [[5, 0]] }],
    ['an unknown color type', { depth: 8, colorType: 1, rows: [[0, 1]] }],
    ['an unknown depth', { depth: 3, colorType: 0, rows: [[0, 1]] }],
  ])('refuses a picture with %s', (_, png) => {
    expect(readPng(pngOf({ size: 1, chunks: [PALETTE], ...png }))).toBeUndefined()
  })
})
