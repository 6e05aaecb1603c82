import { describe, expect, it } from 'vitest'
import { drawPng } from '../../testing/draw-png.ts'
import { logoSizeReason, readLogo } from './read-logo.ts'

const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex')

describe('a logo', () => {
  it.each([
    ['png', drawPng({ width: 320, height: 200 })],
    ['png', drawPng({ width: 4000, height: 1000 })],
    ['jpeg', JPEG],
  ])('is a %s by its first bytes', (type, bytes) => {
    expect(readLogo(bytes.toString('base64'))).toEqual({ kind: 'accepted', file: { type, bytes } })
  })

  it.each([
    ['', 'must be base64 in one line, without "data:" in front'],
    ['data:image/png;base64,AAAA', 'must be base64 in one line, without "data:" in front'],
    ['AAAA\nAAAA', 'must be base64 in one line, without "data:" in front'],
    [Buffer.from('<svg xmlns="…"/>').toString('base64'), 'must be a PNG or a JPEG file'],
    [Buffer.from('GIF89a').toString('base64'), 'must be a PNG or a JPEG file'],
    ['A'.repeat(349_528), 'must have at most 262144 bytes'],
    ['A'.repeat(400_000), 'must have at most 262144 bytes'],
  ])('is not %.40s', (text, reason) => {
    expect(readLogo(text)).toEqual({ kind: 'refused', reason })
  })

  it.each([
    [{ width: 4001, height: 1 }, 'must have at most 4000 pixels a side; it has 4001 × 1'],
    [{ width: 2001, height: 2000 }, 'must have at most 4000000 pixels; it has 2001 × 2000'],
    [{ width: 0, height: 90 }, 'must have at least one pixel a side; it has 0 × 90'],
    [{ width: 90, height: 0 }, 'must have at least one pixel a side; it has 90 × 0'],
  ])('must not have this size: %j', (size, reason) => {
    const text = drawPng(size).toString('base64')

    expect(readLogo(text)).toEqual({ kind: 'refused', reason })
    expect(logoSizeReason(size)).toBe(reason)
  })

  it('may have exactly the largest size', () => {
    expect(logoSizeReason({ width: 4000, height: 1000 })).toBeUndefined()
    expect(logoSizeReason({ width: 2000, height: 2000 })).toBeUndefined()
  })
})
