import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseOptions } from './options.ts'
import { findTarget } from './target.ts'

const home = await mkdtemp(path.join(tmpdir(), 'takeoff-target-'))
afterAll(() => rm(home, { recursive: true, force: true }))
await writeFile(
  path.join(home, 'dev.json'),
  JSON.stringify({ graphqlUrl: 'http://dev/graphql', orgId: 1, tokens: { admin: 'dev-token' } }),
)

const find = (
  args: readonly string[],
  environment: { url?: string; token?: string } = {},
  at = home,
) =>
  findTarget(parseOptions([...args, 'jobs.csv']), {
    url: undefined,
    token: undefined,
    ...environment,
    home: at,
    startedIn: '/',
  })

describe('where an import goes', () => {
  test('is the development stack by default', async () => {
    const dev = { url: 'http://dev/graphql', token: 'dev-token', orgId: 1 }
    expect(await find([])).toEqual(dev)
    expect(await find(['--org', '2'])).toEqual({ ...dev, orgId: 2 })
    expect(await find([], { token: 'mine' })).toEqual({ ...dev, token: 'mine' })
  })

  test('is taken from the options first, then from the environment', async () => {
    const environment = { url: 'http://env/graphql', token: 'env-token' }
    expect(await find(['--org=3'], environment)).toEqual({ ...environment, orgId: 3 })
    const args = ['--org=3', '--url=http://option/graphql', '--token=option-token']
    expect(await find(args, environment)).toEqual({
      url: 'http://option/graphql',
      token: 'option-token',
      orgId: 3,
    })
  })

  test('is required where no source has it; the token of the stack is sent to the stack only', async () => {
    const elsewhere = ['--url', 'http://elsewhere/graphql', '--org', '1']
    const theirs = 'that of the development stack is for http://dev/graphql only.'
    await expect(find(elsewhere)).rejects.toThrow(`Give --token TOKEN or TAKEOFF_TOKEN: ${theirs}`)
    await expect(find(['--url=http://else', '--token=x'])).rejects.toThrow(
      `Give --org ID: ${theirs}`,
    )
    await expect(find(['--token=two\nlines'])).rejects.toThrow('must be one line')
    await expect(find([], {}, '/nowhere')).rejects.toThrow(
      'Give --url URL or TAKEOFF_URL: no development stack runs. "npm start" starts one, --help shows all options.',
    )
  })
})

test.each([
  [[], 'Name a file to import.'],
  [['--org', 'one', 'a.csv'], '--org must be the id of an organization'],
  [['--url', 'elsewhere', 'a.csv'], '--url must be an address that begins with http'],
  [['--dry', 'a.csv'], "Unknown option '--dry'. --help shows what there is."],
])('the options %j are refused', (args, message) => {
  expect(() => parseOptions(args)).toThrow(message)
})
