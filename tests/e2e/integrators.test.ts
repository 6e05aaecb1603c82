import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDevEnv } from './support/dev-env.ts'
import { createCommandFolder, openShell, readBlocks } from './support/document-commands.ts'

/** The commands of docs/integrators.md, run in order in one shell, as a newcomer pastes them. */
const { graphqlUrl, details } = sharedDevEnv()
let commands: Awaited<ReturnType<typeof createCommandFolder>>
let shell: ReturnType<typeof openShell>

beforeAll(async () => {
  commands = await createCommandFolder(details)
  shell = openShell(commands.path)
})
afterAll(async () => {
  shell.close()
  await commands[Symbol.asyncDispose]()
})

interface Page {
  readonly nodes: readonly { readonly id: number }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
}

interface Ordered {
  readonly orderDocument: { readonly id: string; readonly order: { readonly id: string } }
}

test('docs/integrators.md: token, pages, export, error, order and job work when pasted', async () => {
  const blocks = await readBlocks('docs/integrators.md', graphqlUrl)
  const [token, first, next, exported, mistake, order, again, ofCrm, job, ...more] = blocks.map(
    ({ commands }) => commands,
  )
  expect(more).toEqual([])
  shell.define(token ?? '')
  const firstPage = (await shell.run(first ?? '')).data as unknown as Record<string, Page>
  const { nodes, pageInfo } = firstPage['projectManagementProductionLists'] as Page
  expect(nodes).toHaveLength(1)
  expect(pageInfo.hasNextPage).toBe(true)
  const second = await shell.run(next?.replace('CURSOR', pageInfo.endCursor) ?? '')
  const { nodes: others } = (second.data as unknown as Record<string, Page>)[
    'projectManagementProductionLists'
  ] as Page
  expect(others).toHaveLength(1)
  expect(others[0]?.id).not.toBe(nodes[0]?.id)

  expect(await shell.run(exported ?? '')).toMatchObject({ id: expect.any(Number) as number })
  expect(await shell.run(mistake ?? '')).toMatchObject({
    errors: [{ extensions: { code: 'FORBIDDEN', requestId: expect.any(String) as string } }],
  })

  const made = await shell.run(order ?? '')
  const { orderDocument } = made.data['projectManagementOrderDocumentCreate'] as unknown as Ordered
  expect(orderDocument.order.id).toMatch(/^[\da-f-]{36}$/)
  const repeated = await shell.run(again ?? '')
  expect(repeated.data).toMatchObject({
    projectManagementOrderDocumentCreate: {
      orderDocument: { id: orderDocument.id, order: { id: orderDocument.order.id } },
    },
  })

  shell.define(ofCrm ?? '')
  expect((await shell.run(job ?? '')).data).toMatchObject({
    jobUpsert: { job: { id: expect.any(Number) as number } },
  })
})
