import { describe, expect, it } from 'vitest'
import { Output } from './output.ts'
import { SplicedData } from './spliced-data.ts'

const RESPONSE = '{"data":{"id":1}}'

function splicedData(spareBytes: number): SplicedData {
  const output = new Output()
  output.write(Buffer.from(RESPONSE), 0, RESPONSE.length)
  return new SplicedData({
    body: output.take(spareBytes),
    spareBytes,
    counts: [],
    counters: new Map(),
  })
}

describe('extensions', () => {
  it.each([
    ['in the room behind the body', 100],
    ['where it has none', 0],
    ['where they do not fit', 5],
  ])('are written %s', (_, spareBytes) => {
    const data = splicedData(spareBytes)
    expect(data.withExtensions({ cost: 2, text: 'ü' }).toString()).toBe(
      '{"data":{"id":1},"extensions":{"cost":2,"text":"ü"}}',
    )
  })
})
