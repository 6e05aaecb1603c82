import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { operationsIn } from './support/operations-in.ts'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createList } from './support/list.ts'

/** The operations of docs/lists.md, run in sequence on a list of the test. */
const operations = await operationsIn('lists.md')

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

interface Seen {
  version: number
  digest: string
}

test('docs/lists.md: every operation works, in the order of the page', async () => {
  const lines = [1, 2, 3].map((n) => ({ name: `Shingles ${n}`, unitCost: 400 }))
  const { jobId, listId, templateId, itemIds } = await createList(organization, lines)
  const seen: Seen = { version: 1, digest: '' }
  for (const operation of operations) {
    const own = operation
      .replaceAll(/\b120([123])\b/g, (_all, n: string) => String(itemIds[Number(n) - 1]))
      .replaceAll(/\bid: 1\b/g, `id: ${listId}`)
      .replaceAll('jobId: 1', `jobId: ${jobId}`)
      .replaceAll('templateIds: [1]', `templateIds: [${templateId}]`)
      .replaceAll('version: 7', `version: ${seen.version}`)
      .replaceAll('THE-DIGEST', seen.digest)
    const data = await graphqlData(own, {}, { token: organization.token })
    expect(Object.values(data)).not.toContain(null)
    remember(data, seen)
  }
  expect(operations.length).toBeGreaterThanOrEqual(6)
})

function remember(data: Readonly<Record<string, unknown>>, seen: Seen): void {
  const [response] = Object.values(data) as {
    readonly digest?: string
    readonly productionList?: { readonly version?: number }
  }[]
  seen.digest = response?.digest ?? seen.digest
  seen.version = response?.productionList?.version ?? seen.version
}
