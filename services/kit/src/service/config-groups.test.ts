import { expect, test } from 'vitest'
import { readVariables } from './config.ts'
import { databaseVariables } from './config-groups.ts'

const DATABASE_URL = 'postgres://localhost/x'

test('a pool in which the relay leaves no connection for requests is refused', () => {
  const read = (size: string) =>
    readVariables(databaseVariables, { DATABASE_URL, DATABASE_POOL_SIZE: size })

  expect(() => read('2')).toThrow(
    /DATABASE_POOL_SIZE must be a whole number from 3 to 1000 .+three/,
  )
  expect(read('3').databasePoolSize).toBe(3)
})
