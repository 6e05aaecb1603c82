import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawPng } from '../../testing/draw-png.ts'
import { readLogo } from './read-logo.ts'

const read = (bytes: Buffer) => readLogo(bytes.toString('base64'))

/** The head of a JPEG, without a scan: width and height stand in its frame. */
function drawJpeg({ marker = 0xc0, bits = 8, width = 300, height = 200, channels = 3 } = {}) {
  const application = Buffer.from('ffe000104a46494600010100000100010000', 'hex')
  const frame = Buffer.alloc(10 + channels * 3)
  frame.set([0xff, marker, 0, 8 + channels * 3, bits])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  frame.set([channels], 9)
  const soi = Buffer.from('ffd8', 'hex')
  return Buffer.concat([soi, application, frame, Buffer.from('ffda000c0102030405ffd9', 'hex')])
}

describe('a logo', () => {
  it.each([
    ['RGBA', { colorType: 6 }],
    ['RGB', { colorType: 2 }],
    ['gray', { colorType: 0 }],
    ['gray with alpha', { colorType: 4 }],
    ['one bit', { colorType: 0, bits: 1 }],
    ['palette', { colorType: 3, palette: 16, bits: 4 }],
    ['transparent palette', { colorType: 3, palette: 16, transparency: Buffer.alloc(2) }],
  ])('may be a PNG: %s', async (_kind, settings) => {
    const bytes = drawPng({ width: 301, height: 77, ...settings })

    expect(await read(bytes)).toEqual({
      kind: 'accepted',
      type: 'png',
      width: 301,
      height: 77,
      bytes,
    })
  })

  it.each([
    ['baseline', {}],
    ['progressive', { marker: 0xc2 }],
    ['gray', { channels: 1 }],
    ['CMYK', { channels: 4 }],
  ])('may be a JPEG: %s', async (_kind, settings) => {
    const bytes = drawJpeg(settings)

    expect(await read(bytes)).toEqual({
      kind: 'accepted',
      type: 'jpeg',
      width: 300,
      height: 200,
      bytes,
    })
  })

  it.each([
    ['', 'must be base64'],
    ['data:image/png;base64,AAAA', 'must be base64'],
    ['AAAA\nAAAA', 'must be base64'],
    [Buffer.from('<svg xmlns="…"/>').toString('base64'), 'must be a PNG or a JPEG file'],
    [Buffer.from('GIF89a').toString('base64'), 'must be a PNG or a JPEG file'],
    ['A'.repeat(349_528), 'may have at most 262144 bytes'],
    ['A'.repeat(400_000), 'may have at most 262144 bytes'],
  ])('is not %.40s', async (text, reason) => {
    expect(await readLogo(text)).toEqual({ kind: 'refused', reason })
  })

  const size = { width: 20, height: 10 }
  const whole = drawPng(size)
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(45) ^ 1, 45)
  const long = Buffer.from(whole)
  long.writeUInt32BE(0xff_ff_ff_f0, 8)

  it.each([
    ['cut off', whole.subarray(0, -10)],
    ['nothing but a signature', whole.subarray(0, 8)],
    ['changed on the way', flipped],
    ['with a chunk beyond its end', long],
    ['of too few rows', drawPng({ ...size, packed: deflateSync(Buffer.alloc(81 * 9)) })],
    ['of too many rows', drawPng({ ...size, packed: deflateSync(Buffer.alloc(81 * 11)) })],
    [
      'with a filter that there is not',
      drawPng({ ...size, packed: deflateSync(Buffer.alloc(810, 5)) }),
    ],
    ['packed in no known way', drawPng({ ...size, packed: Buffer.alloc(50) })],
    ['that unpacks to no end', drawPng({ ...size, packed: deflateSync(Buffer.alloc(60_000_000)) })],
    ['of a color type that there is not', drawPng({ ...size, colorType: 5 })],
  ])('is no PNG %s', async (_what, bytes) => {
    expect(await read(bytes)).toEqual({ kind: 'refused', reason: 'is not a whole PNG file' })
  })

  it.each([
    [{ interlaced: true }, 'is an interlaced PNG; save it without interlacing'],
    [{ bits: 16 }, 'has 16 bits per color; save it with 8'],
    [
      { palette: 4 },
      'has a palette where none belongs, or none where one does; save it with full colors (RGBA)',
    ],
    [
      { colorType: 3 },
      'has a palette where none belongs, or none where one does; save it with full colors (RGBA)',
    ],
    ...[
      { colorType: 2, transparency: Buffer.alloc(6) },
      { colorType: 3, bits: 4, palette: 16, transparency: Buffer.alloc(1) },
      { colorType: 3, palette: 256, transparency: Buffer.alloc(1) },
    ].map(
      (settings) =>
        [
          settings,
          'is transparent in a way that documents cannot show; save it with full colors (RGBA)',
        ] as const,
    ),
    [{ width: 4001 }, 'has 4001 × 10 pixels; 4000 a side are allowed'],
    [{ height: 0 }, 'has no pixels'],
    [
      { width: 2001, height: 2000, colorType: 2 },
      'has 2001 × 2000 pixels; 4000000 in all are allowed',
    ],
    [
      { width: 1001, height: 1000 },
      'is transparent and has 1001 × 1000 pixels; 1000000 in all are allowed then',
    ],
  ] as const)('is refused as %j', async (settings, reason) => {
    expect(await read(drawPng({ ...size, ...settings }))).toEqual({ kind: 'refused', reason })
  })

  const rare = 'is a JPEG of a rare kind; save it as a common one with 8 bits per color'
  it.each([
    [drawJpeg({ marker: 0xc3 }), rare],
    [drawJpeg({ bits: 12 }), rare],
    [drawJpeg({ channels: 2 }), rare],
    [drawJpeg({ width: 4001 }), 'has 4001 × 200 pixels; 4000 a side are allowed'],
    [drawJpeg({ height: 0 }), 'has no pixels'],
    [drawJpeg().subarray(0, -2), 'is not a whole JPEG file'],
    [Buffer.from('ffd8ffd9ffd9', 'hex'), 'is not a whole JPEG file'],
    [Buffer.from('ffd8ffe00001ffd9', 'hex'), 'is not a whole JPEG file'],
    [Buffer.from('ffd8ffda000200000000ffd9', 'hex'), 'is not a whole JPEG file'],
  ])('is refused as a JPEG: %#', async (bytes, reason) => {
    expect(await read(bytes)).toEqual({ kind: 'refused', reason })
  })
})
