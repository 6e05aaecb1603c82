import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'

test.each([
  [[], 'Name a file to import.'],
  [['--org', 'one', 'a.csv'], '--org must be the id of an organization'],
  [['--url', 'elsewhere', 'a.csv'], '--url must be an address that begins with http'],
  [['--url', 'http://', 'a.csv'], 'it is "http://".'],
  [['--dry', 'a.csv'], "Unknown option '--dry'. --help shows what there is."],
])('the options %j are refused', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message)
})
