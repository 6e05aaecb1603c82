import { inflateSync } from 'node:zlib'

const WOFF_HEADER_SIZE = 44
const WOFF_ENTRY_SIZE = 20
const SFNT_HEADER_SIZE = 12
const SFNT_ENTRY_SIZE = 16

interface WoffTable {
  readonly entry: Buffer
  readonly data: Buffer
}

/**
 * Unpacks a WOFF 1 file to the plain OpenType file inside (https://www.w3.org/TR/WOFF/).
 * fontkit reads WOFF too, but inflates a whole table again for every glyph it puts into a subset:
 * embedding 37 glyphs takes 28 ms from a WOFF file and 1.3 ms from the unpacked one.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF 1 font')

  const tables = readTables(woff)
  const directory = Buffer.alloc(SFNT_HEADER_SIZE + tables.length * SFNT_ENTRY_SIZE)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { entry, data }] of tables.entries()) {
    const at = SFNT_HEADER_SIZE + index * SFNT_ENTRY_SIZE
    entry.copy(directory, at, 0, 4)
    entry.copy(directory, at + 4, 16, 20)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(data.length, at + 12)
    const padding = (4 - (data.length % 4)) % 4
    parts.push(data, Buffer.alloc(padding))
    offset += data.length + padding
  }
  return Buffer.concat(parts)
}

function readTables(woff: Buffer): WoffTable[] {
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = WOFF_HEADER_SIZE + index * WOFF_ENTRY_SIZE
    const entry = woff.subarray(at, at + WOFF_ENTRY_SIZE)
    const offset = entry.readUInt32BE(4)
    const packed = woff.subarray(offset, offset + entry.readUInt32BE(8))
    const isPacked = packed.length < entry.readUInt32BE(12)
    return { entry, data: isPacked ? inflateSync(packed) : packed }
  })
}
