import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { isIPv6 } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLookup } from './resolve-name.ts'
import type { Lookup } from './resolve-name.ts'

const TYPE_A = 1
const TYPE_AAAA = 28
const REFUSED = 5
const HEADER_BYTES = 12

/** A name server with these names; it refuses others, and does not respond for names that begin with hang. */
const known: Readonly<Record<string, readonly string[]>> = {
  'both.roofer.com': ['8.8.8.8', '8.8.4.4', '2606:4700::1111'],
  'old.roofer.com': ['10.0.0.1'],
  'new.roofer.com': ['2606:4700::1111'],
}
const server = createSocket('udp4')
server.on('message', (query, { port, address }) => {
  const end = query.indexOf(0, HEADER_BYTES)
  const name = nameOf(query.subarray(HEADER_BYTES, end))
  if (name.startsWith('hang')) return
  const type = query.readUInt16BE(end + 1)
  const found = (known[name] ?? []).filter((a) => type === (isIPv6(a) ? TYPE_AAAA : TYPE_A))
  const header = Buffer.from(query.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(known[name] === undefined ? 0x8180 + REFUSED : 0x8180, 2)
  header.writeUInt16BE(found.length, 6)
  header.writeUInt32BE(0, 8)
  const question = query.subarray(HEADER_BYTES, end + 5)
  server.send(
    Buffer.concat([header, question, ...found.map((a) => recordOf(type, a))]),
    port,
    address,
  )
})

function nameOf(labels: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < labels.length;) {
    const length = labels.readUInt8(at)
    parts.push(labels.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return parts.join('.').toLowerCase()
}

function recordOf(type: number, address: string): Buffer {
  const data =
    type === TYPE_A
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from('26064700000000000000000000001111', 'hex')
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([record, data])
}

let lookup: Lookup
beforeAll(async () => {
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  lookup = createLookup([`127.0.0.1:${server.address().port}`])
})
afterAll(() => void server.close())

const addressesOf = (name: string): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)))
  })

test.each([
  ['both.roofer.com', ['8.8.8.8', '8.8.4.4', '2606:4700::1111']],
  ['old.roofer.com', ['10.0.0.1']],
  ['new.roofer.com', ['2606:4700::1111']],
])('%s resolves to its IPv4 and IPv6 addresses', async (name, expected) => {
  const found = await addressesOf(name)
  expect(found.map(({ address }) => address)).toEqual(expected)
  expect(found.every(({ address, family }) => family === (isIPv6(address) ? 6 : 4))).toBe(true)
})

test('names with unresponsive servers delay no other', async () => {
  for (let n = 0; n < 20; n += 1) void addressesOf(`hang${n}.roofer.com`).catch(() => undefined)
  expect(await addressesOf('old.roofer.com')).toHaveLength(1)
})

test('a name that a server refuses is reported as not found', async () => {
  await expect(addressesOf('gone.roofer.com')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('localhost is resolved by the system', async () => {
  expect((await addressesOf('localhost')).map(({ address }) => address)).toContain('127.0.0.1')
})
