import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const LOADED = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      loaded.add(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  await import(${JSON.stringify(new URL('service.ts', import.meta.url).href)})
  console.log(JSON.stringify([...loaded]))
`

/** Packages that are loaded with the gateway, before it has a supergraph. */
async function loadedPackages(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    LOADED,
  ])
  return JSON.parse(stdout) as string[]
}

it('loads optional modules only when they are needed', async () => {
  const loaded = await loadedPackages()
  expect(loaded).toContain('@apollo/gateway')
  for (const large of [
    '@graphql-yoga/render-graphiql',
    '@redis/client',
    '@aws-sdk/client-s3',
    '@graphql-inspector/core',
  ])
    expect(loaded).not.toContain(large)
})
