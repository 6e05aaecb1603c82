import { expect, it } from 'vitest'
import { NONE, Tape } from './tape.ts'

it('records are adjacent', () => {
  using tape = new Tape()
  expect([tape.reserve(3), tape.reserve(0), tape.reserve(2), tape.reserve(1)]).toEqual([0, 3, 3, 5])
})

it('a tape that grows keeps its contents', () => {
  using tape = new Tape()
  const { length } = tape.ints
  tape.reserve(length)
  tape.ints.fill(7)
  const offset = tape.reserve(3 * length)
  expect(offset).toBe(length)
  expect(tape.ints.length).toBeGreaterThanOrEqual(4 * length)
  expect(tape.ints.subarray(0, length).every((one) => one === 7)).toBe(true)
})

it('lists may be part of each other', () => {
  using tape = new Tape()
  const outer = tape.openList()
  tape.add(7)
  const inner = tape.openList()
  tape.add(8)
  tape.add(NONE)
  const innerOffset = tape.closeList(inner)
  tape.add(innerOffset)
  tape.add(tape.closeList(tape.openList()))
  const offset = tape.closeList(outer)
  expect([...tape.ints.subarray(innerOffset, innerOffset + 3)]).toEqual([2, 8, NONE])
  expect([...tape.ints.subarray(offset, offset + 4)]).toEqual([3, 7, innerOffset, innerOffset + 3])
  expect(tape.ints[innerOffset + 3]).toBe(0)
})

it('a list may be longer than the tape', () => {
  using tape = new Tape()
  const list = tape.openList()
  const elements = Array.from({ length: 50_000 }, (_, index) => index)
  for (const element of elements) tape.add(element)
  const offset = tape.closeList(list)
  expect([...tape.ints.subarray(offset, offset + 50_001)]).toEqual([50_000, ...elements])
})

it('numbers are used again by the next tape, and by one at a time', () => {
  const first = new Tape()
  const { ints } = first
  first[Symbol.dispose]()
  using second = new Tape()
  using third = new Tape()
  expect(second.ints).toBe(ints)
  expect(third.ints).not.toBe(ints)
})

it('a tape that is disposed of has no numbers that another one may use', () => {
  const tape = new Tape()
  tape[Symbol.dispose]()
  using next = new Tape()
  tape.reserve(1)
  expect(tape.ints).not.toBe(next.ints)
})

it('a very long tape is not used again', () => {
  const tape = new Tape()
  tape.reserve(100_000)
  const { ints } = tape
  tape[Symbol.dispose]()
  using next = new Tape()
  expect(next.ints).not.toBe(ints)
})
