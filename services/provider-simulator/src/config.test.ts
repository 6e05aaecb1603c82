import { readFileSync } from 'node:fs'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { describe, expect, it } from 'vitest'
import { readConfig, variables } from './config.ts'
import { outcomes } from './script.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toMatchObject({ accessToken: 'simulator', stepMs: 0 })
  })

  it('is documented in the README', () => {
    expect(readme).toContain(describeVariables(variables))
  })
})

it('the README has every outcome', () => {
  const documented = [...readme.matchAll(/^\| `([a-z-]+)` +\| (?:yes|no)/gm)]

  expect(new Set(documented.map(([, name]) => name))).toEqual(new Set(Object.keys(outcomes)))
})
