import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { namedFile } from './named-file.ts'

afterEach(() => vi.unstubAllEnvs())

test('a name is relative to the folder in which npm was called', () => {
  vi.stubEnv('INIT_CWD', '/somewhere')
  expect(namedFile('a.ndjson')).toBe('/somewhere/a.ndjson')
  expect(namedFile('/else/a.ndjson')).toBe('/else/a.ndjson')
  vi.stubEnv('INIT_CWD', undefined)
  expect(namedFile('a.ndjson')).toBe(path.resolve('a.ndjson'))
})
