import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isFirstReload } from './first-reload.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a version of the application reloads each page once', () => {
  expect(isFirstReload('1', '/lists')).toBe(true)
  expect(isFirstReload('1', '/orders')).toBe(true)
  expect(isFirstReload('1', '/lists')).toBe(false)
  expect(isFirstReload('1', '/orders')).toBe(false)
})

test('each update reloads a page that an earlier one has reloaded', () => {
  expect(isFirstReload('1', '/lists')).toBe(true)
  expect(isFirstReload('2', '/lists')).toBe(true)
  expect(isFirstReload('2', '/lists')).toBe(false)
})

test('two versions that respond in turn during an update reload a page once each', () => {
  const reloads = ['1', '2', '1', '2'].map((version) => isFirstReload(version, '/lists'))
  expect(reloads).toEqual([true, true, false, false])
})
