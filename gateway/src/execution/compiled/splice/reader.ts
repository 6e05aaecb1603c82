import { comparableBytes } from './bytes-of-text.ts'
import { endOfJson, MISMATCH } from './json-text.ts'
import type { FetchedObject } from './layout.ts'
import { lazyObjectReader } from './reader-code.ts'
import type { ObjectReader, Reading, ReadState } from './reader-code.ts'
import { NONE } from './tape.ts'

/**
 * Reads the response of a fetch of root fields. What the client gets as it is becomes runs of text.
 * @param body JSON in UTF-8
 * @returns the record; NONE when the response is not exactly what was expected, such as one with errors, with
 * a null where there must be none, or with a blank
 */
export type RootReader = (body: Buffer, state: ReadState) => number

/** Entities that a response has to have, under one name. */
export interface EntityListReading {
  readonly name: string
  readonly count: number
  /** For each fetch that shares the list: how to read an entity, and the indexes of those that it needs; undefined for all. */
  readonly fetches: readonly {
    readonly reader: ObjectReader
    readonly needed: ReadonlySet<number> | undefined
  }[]
}

const HEAD = '{"data":'

export function compileRootReader(fetched: FetchedObject): RootReader {
  const reader = lazyObjectReader(fetched)
  return (body, state) => {
    const reading = readingOf(body, state)
    if (reading === undefined || !skip(reading, HEAD)) return NONE
    const data = reader.read(reading)
    return data !== NONE && skip(reading, '}') && isAtEnd(reading) ? data : NONE
  }
}

/** @returns for each list and each of its fetches the records by index; undefined where a root reader returns NONE */
export function readEntities(
  body: Buffer,
  state: ReadState,
  lists: readonly EntityListReading[],
): number[][][] | undefined {
  const reading = readingOf(body, state)
  if (reading === undefined || !skip(reading, HEAD)) return undefined
  const all: number[][][] = []
  for (const [index, list] of lists.entries()) {
    if (!skip(reading, `${index === 0 ? '{' : ','}"${list.name}":[`)) return undefined
    const entities = readList(reading, list)
    if (entities === undefined) return undefined
    all.push(entities)
  }
  return skip(reading, '}}') && isAtEnd(reading) ? all : undefined
}

/** Each fetch reads the list separately: the objects of its place are filled in by fetches of their own. */
function readList(reading: Reading, { count, fetches }: EntityListReading): number[][] | undefined {
  const start = reading.at
  const all: number[][] = []
  for (const { reader, needed } of fetches) {
    reading.at = start
    const entities: number[] = []
    for (let index = 0; index < count; index += 1) {
      if (index > 0 && !skip(reading, ',')) return undefined
      const entity = needed?.has(index) !== false ? reader.read(reading) : passOver(reading)
      if (entity === undefined || entity === NONE) return undefined
      entities.push(entity)
    }
    if (!skip(reading, ']')) return undefined
    all.push(entities)
  }
  return all
}

/** An entity of another fetch, which reads it. */
function passOver(reading: Reading): number | undefined {
  reading.at = endOfJson(reading.bytes, reading.at, reading.view)
  return reading.at === MISMATCH ? undefined : 0
}

const BLANKS = new Set(Buffer.from(' \t\r\n'))

/** Some servers end a text with a line feed. */
function isAtEnd({ bytes, at, length }: Reading): boolean {
  let end = at
  while (end < length && BLANKS.has(bytes[end] ?? 0)) end += 1
  return end === length
}

function readingOf(body: Buffer, { tape, counts, recordLists }: ReadState): Reading | undefined {
  const own = comparableBytes(body)
  if (own === undefined) return undefined
  const { bytes, view } = own
  return { bytes, view, tape, counts, recordLists, length: body.length, at: 0 }
}

/** @param expected is ASCII */
function skip(reading: Reading, expected: string): boolean {
  const { bytes, at } = reading
  for (let index = 0; index < expected.length; index += 1)
    if (bytes[at + index] !== expected.charCodeAt(index)) return false
  reading.at = at + expected.length
  return true
}
