import { expect, test } from 'vitest'
import { readVariables } from './config.ts'
import { databaseVariables } from './config-groups.ts'

const DATABASE_URL = 'postgres://localhost/x'

test('a pool in which the relay leaves no connection for requests is refused', () => {
  const read = (size: string) =>
    readVariables(databaseVariables, { DATABASE_URL, DATABASE_POOL_SIZE: size })

  expect(() => read('3')).toThrow(
    /DATABASE_POOL_SIZE must be a whole number from 4 to 1000 .+three/,
  )
  expect(read('4').databasePoolSize).toBe(4)
})
