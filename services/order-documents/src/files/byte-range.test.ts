import { describe, expect, it } from 'vitest'
import { readRange } from './byte-range.ts'

const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }
const part = (start: number, end: number) => ({ kind: 'part', start, end })

describe('readRange of 100 bytes', () => {
  it.each([
    [undefined, whole],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-9', part(0, 9)],
    ['bytes=90-', part(90, 99)],
    ['bytes=90-1000', part(90, 99)],
    ['bytes=-10', part(90, 99)],
    ['bytes=-1000', part(0, 99)],
    ['Bytes=0-9', part(0, 9)],
    ['bytes=100-', unsatisfiable],
    ['bytes=100-200', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=9-0', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes=a-b', whole],
    ['bytes=0-1,5-6', whole],
    ['lines=0-9', whole],
    [`bytes=${'9'.repeat(400)}-`, unsatisfiable],
  ])('%s → %j', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected)
  })
})
