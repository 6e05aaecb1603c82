import { readFileSync } from 'node:fs'
import { auditTargets } from '@takeoff/contracts/audit-record'
import { expect, test } from 'vitest'
import { en } from '../../services/console/web/src/i18n/en.ts'

test('the console has words for everything that the audit log records', () => {
  const document = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8')
  const [listed = ''] = document.split('An operation that was refused')
  const operations = new Set([...listed.matchAll(/`([\w/-]+)`/g)].map(([, name]) => name))
  // A field, by which a document is downloaded.
  operations.delete('redirectUrl')
  const { audit } = en.integrations
  expect(new Set(Object.keys(audit.operations))).toEqual(operations)
  expect(new Set(Object.keys(audit.targets))).toEqual(new Set(auditTargets))
})
