import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogOutput } from './log-output.ts'

type Written = (error: Error | null, length: number) => void

const MEGABYTE = `${'x'.repeat(999_999)}\n`
const reported = vi.fn<(lines: number) => void>()
const write = vi.fn<(file: number, bytes: Buffer, written: Written) => void>()
const writeSync = vi.fn<(file: number, bytes: Buffer) => number>()
let output: LogOutput
let synchronous: string

beforeEach(() => {
  synchronous = ''
  // The exit of the process of the tests has nothing to write.
  vi.spyOn(process, 'once').mockReturnValue(process)
  writeSync.mockImplementation((_file, bytes) => {
    synchronous += bytes.toString()
    return bytes.length
  })
  // Whatever the output of the tests is, the lines go to a file, which a thread writes.
  vi.spyOn(fs, 'fstatSync').mockReturnValue({ isFIFO: () => false } as never)
  vi.spyOn(fs, 'write').mockImplementation(write as never)
  vi.spyOn(fs, 'writeSync').mockImplementation(writeSync as never)
  syncBuiltinESMExports()
  reported.mockImplementation((lines) => output.write(`${lines} missing\n`))
  output = new LogOutput('test', reported)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  vi.resetAllMocks()
})

test('a process that ends writes how many lines were dropped, after those that were kept', () => {
  for (let count = 0; count < 20; count += 1) output.write(MEGABYTE)
  // A thread has begun to write the first line, and writes until the end.
  output.flushSync()
  expect(synchronous.slice(-20)).toBe('xxxxxxxxx\n3 missing\n')
  expect(synchronous).toHaveLength(16 * MEGABYTE.length + '3 missing\n'.length)
  expect(reported).toHaveBeenCalledOnce()
  output.flushSync()
  expect(reported).toHaveBeenCalledOnce()
})

test('the number of dropped lines is kept while lines cannot be written', () => {
  for (let count = 0; count < 20; count += 1) output.write(MEGABYTE)
  writeSync.mockImplementation(() => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  })
  output.flushSync()
  expect(reported).not.toHaveBeenCalled()
})

test('what a flush cannot write during a write follows that write, with each character whole', () => {
  vi.useFakeTimers()
  const large = 'y'.repeat(70_000)
  output.write(large)
  output.write('é\n')
  let calls = 0
  writeSync.mockImplementation(() => {
    calls += 1
    if (calls === 1) return 1
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  })
  output.flushSync()
  write.mock.lastCall?.[2](null, large.length)
  vi.runOnlyPendingTimers()
  expect(write.mock.lastCall?.[1]).toEqual(Buffer.from('é\n').subarray(1))
})
