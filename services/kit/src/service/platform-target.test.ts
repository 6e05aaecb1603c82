import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readVariables } from './config.ts'
import { findTarget, targetVariables } from './platform-target.ts'
import type { TargetOptions } from './platform-target.ts'
import { openTemporaryFolder } from '../testing/temporary-folder.ts'
import { disposeAfterAll } from '../testing/dispose-after-all.ts'

const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-target'))
await writeFile(
  path.join(home, 'dev.json'),
  JSON.stringify({
    graphqlUrl: 'http://dev/graphql',
    orgId: 1,
    otherOrgId: 2,
    tokens: { admin: 'dev-token', otherOrg: 'other-token' },
  }),
)

const variables = targetVariables({ url: '', token: '', home: '' })

const find = (options: Partial<TargetOptions>, environment: Record<string, string> = {}) =>
  findTarget(
    { url: undefined, token: undefined, orgId: undefined, ...options },
    readVariables(variables, { TAKEOFF_HOME: home, ...environment }),
  )

test('the development stack is the default, with the token of the organization', async () => {
  const dev = { url: 'http://dev/graphql', token: 'dev-token', orgId: 1 }
  expect(await find({})).toEqual(dev)
  expect(await find({ orgId: 2 })).toEqual({ ...dev, orgId: 2, token: 'other-token' })
  expect(await find({ orgId: 3 })).toEqual({ ...dev, orgId: 3 })
  expect(await find({}, { TAKEOFF_TOKEN: ' mine\n' })).toEqual({ ...dev, token: 'mine' })
})

test('options come first, then the environment', async () => {
  const environment = { TAKEOFF_URL: 'http://env/graphql', TAKEOFF_TOKEN: 'env-token' }
  const ofEnvironment = { url: 'http://env/graphql', token: 'env-token', orgId: 3 }
  expect(await find({ orgId: 3 }, environment)).toEqual(ofEnvironment)
  const options = { orgId: 3, url: 'http://option/graphql', token: 'option-token' }
  expect(await find(options, environment)).toEqual(options)
})

test('a value that no source has is missing; the token of the stack is sent to the stack only', async () => {
  const theirs = 'that of the development stack is for http://dev/graphql only.'
  await expect(find({ url: 'http://elsewhere', orgId: 1 })).rejects.toThrow(
    `Give --token TOKEN or TAKEOFF_TOKEN: ${theirs}`,
  )
  await expect(find({ url: 'http://elsewhere', token: 'x' })).rejects.toThrow(
    `Give --org ID: ${theirs}`,
  )
  await expect(find({}, { TAKEOFF_HOME: '/nowhere' })).rejects.toThrow(
    'Give --url URL or TAKEOFF_URL: no development stack runs. "npm start" starts one, --help shows all options.',
  )
})

test.each(['first-half\nother-half', 'half half', 'hälf', ' '])(
  'the token %j, which no header can hold, is refused without showing it',
  async (token) => {
    const found = find({}, { TAKEOFF_TOKEN: token })
    await expect(found).rejects.toThrow('must be one line without spaces')
    await expect(found).rejects.not.toThrow('lf')
  },
)
