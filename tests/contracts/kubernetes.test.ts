import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { findExecutable } from '@takeoff/dev-env/find-executable'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as clusterRules from './kubernetes/cluster-rules.ts'
import { filesAdrift, FOLDER, ofKind, readDocuments, readFolder } from './kubernetes/manifests.ts'
import type { Manifest } from './kubernetes/manifests.ts'
import { mistakes } from './kubernetes/mistakes.ts'
import * as networkRules from './kubernetes/network-rules.ts'
import * as processRules from './kubernetes/process-rules.ts'
import type { Rule } from './kubernetes/process-rules.ts'
import { schemaViolations } from './kubernetes/schema.ts'

/** docs/kubernetes: what the manifests name is what the processes know. */
const root = path.resolve(import.meta.dirname, '../..')
const schema: Rule = (manifests) => manifests.flatMap(schemaViolations)
const rules: Readonly<Record<string, Rule>> = {
  schema,
  ...processRules,
  ...clusterRules,
  ...networkRules,
}
const all = [...readFolder('production'), ...readFolder('data')]

test.each(Object.entries(rules))('%s', (_, rule) => {
  expect(rule(all)).toEqual([])
})

test('the secrets to fill in are valid', () => {
  expect(readDocuments<Manifest>('secrets.example.yaml').flatMap(schemaViolations)).toEqual([])
})

test('the addresses of databases lead to a primary only', () => {
  const addresses = ofKind(readDocuments<Manifest>('secrets.example.yaml'), 'Secret')
    .flatMap(({ stringData = {} }) => Object.values(stringData))
    .filter((value) => value.startsWith('postgres:'))
  expect(addresses).toHaveLength(6)
  for (const address of addresses)
    expect(new URL(address).searchParams.get('target_session_attrs')).toBe('read-write')
})

test('every file is named by a kustomization', () => {
  expect(filesAdrift()).toEqual([])
})

test.each(mistakes)('%s finds what is wrong: %s', (rule, violation, makeMistake) => {
  const manifests = structuredClone(all)
  makeMistake(manifests)
  expect(rules[rule]?.(manifests)).toContainEqual(expect.stringContaining(violation))
})

test('every rule finds a mistake', () => {
  expect(new Set(mistakes.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)))
})

// The tests do not install kubectl, because Debian 12 has its version of 2021.
const kubectl = findExecutable('kubectl')
if (kubectl === undefined)
  process.stderr.write('SKIPPED: kubectl is not on the PATH, so what it builds is not tested.\n')

describe.skipIf(kubectl === undefined)('what kubectl builds, where it is installed', () => {
  const build = (folder: string) =>
    parseAllDocuments(
      execFileSync(kubectl ?? '', ['kustomize', path.join(root, FOLDER, folder)], {
        encoding: 'utf8',
      }),
    ).map((document) => document.toJS() as Manifest)
  const named = (manifests: readonly Manifest[]) =>
    manifests
      .map(({ kind, metadata: { name, namespace } }) =>
        [kind, name.replace(kind === 'ConfigMap' ? /-[a-z0-9]{10}$/ : /$^/, ''), namespace].join(
          ' ',
        ),
      )
      .toSorted()

  test('is what the other tests have read, without fixed numbers of processes', () => {
    const built = [...build('production'), ...build('data')]
    expect(named(built)).toEqual(named(all))
    const exceptImages = Object.entries(rules).filter(([name]) => name !== 'imagesAreBuilt')
    expect(exceptImages.flatMap(([, rule]) => rule(built))).toEqual([])
    const replicas = ofKind(built, 'Deployment').map(({ spec }) => spec?.replicas)
    expect(new Set(replicas)).toEqual(new Set([undefined]))
  })
})
