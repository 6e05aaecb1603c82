import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, it, vi } from 'vitest'
import { findOldestPendingSeconds, LEASE_SECONDS } from '../src/db/documents/pending-documents.ts'
import type { Renderer } from '../src/rendering-pool/renderer.ts'
import { RenderingTimeoutError } from '../src/rendering-pool/rendering-errors.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument, sendCreate } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import { whileListIsLocked } from './while-list-is-locked.ts'

const stack = await disposeAfterAll(startTestStack())

it('an order whose files cannot be stored is placed, and its document is finished when they can', async () => {
  const list = await listOf(9)
  const obstacle = join(stack.config.filesPath, '9')
  await writeFile(obstacle, 'a file where the folder should be')
  const response = await sendCreate(
    stack,
    { attributes: { productionListId: list.id } },
    { token: await stack.token([9]) },
  )
  const { id, state, pdf, csv, order } =
    response.data.projectManagementOrderDocumentCreate.orderDocument

  expect({ state, pdf, csv }).toEqual({ state: 'pending', pdf: null, csv: null })
  expect(order.orderListItems).toHaveLength(1)
  expect(response.extensions?.warnings).toEqual([
    expect.stringContaining('files are not ready yet'),
  ])
  expect(JSON.stringify(response)).not.toContain(stack.config.filesPath)
  expect(publishedStates(id)).toEqual([])

  await rm(obstacle)
  await becomes(id, 'complete')
  await expect.poll(() => publishedStates(id)).toEqual(['complete'])
})

it('attempts during which the store cannot be used are not counted, and the age of the document is reported', async () => {
  const list = await listOf(8)
  const obstacle = join(stack.config.filesPath, '8')
  await writeFile(obstacle, 'a file where the folder should be')
  const response = await sendCreate(
    stack,
    { attributes: { productionListId: list.id } },
    { token: await stack.token([8]) },
  )
  const { id } = response.data.projectManagementOrderDocumentCreate.orderDocument
  // Of the fifth attempt that counts, during an outage of an hour.
  await stack.database.query(
    `update order_document set attempts = 24, outages = 20, next_attempt_at = now(),
       created_at = now() - interval '1 hour' where id = $1`,
    [id],
  )
  const read = () =>
    stack.database.query(
      `select state, attempts, outages, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
       from order_document where id = $1`,
      [id],
    )
  await expect.poll(read).toEqual([{ state: 'pending', attempts: 25, outages: 21, minutes: 5 }])
  expect(
    await findOldestPendingSeconds(stack.database.forWork('document-finishing')),
  ).toBeGreaterThanOrEqual(3600)

  await rm(obstacle)
  await stack.database.query(`update order_document set next_attempt_at = now() where id = $1`, [
    id,
  ])
  await becomes(id, 'complete')
})

it('a document whose store cannot be used for half a day fails', async () => {
  const list = await listOf(7)
  const obstacle = join(stack.config.filesPath, '7')
  await writeFile(obstacle, 'a file where the folder should be')
  const response = await sendCreate(
    stack,
    { attributes: { productionListId: list.id } },
    { token: await stack.token([7]) },
  )
  const { id } = response.data.projectManagementOrderDocumentCreate.orderDocument
  await stack.database.query(
    `update order_document set attempts = 150, outages = 150, next_attempt_at = now(),
       created_at = now() - interval '13 hours' where id = $1`,
    [id],
  )
  await becomes(id, 'failed')
  await expect.poll(() => publishedStates(id)).toEqual(['failed'])
  await rm(obstacle)
})

it('a document whose process died is finished by another attempt', async () => {
  const document = await abandonedDocument({ attempts: 1 })
  await becomes(document.id, 'complete')

  const rows = await stack.database.query(
    'select attempts, state_sequence as sequence from order_document where id = $1',
    [document.id],
  )
  expect(rows).toEqual([{ attempts: 2, sequence: 1 }])
  await expect.poll(() => publishedStates(document.id)).toEqual(['complete'])
})

it('the lease of a first attempt is whole after its request has waited for others that order from the list', async () => {
  const list = await listOf(6)
  const leases: number[] = []
  const render = stack.renderer.render.bind(stack.renderer)
  vi.spyOn(stack.renderer, 'render').mockImplementationOnce(async (orgId, model) => {
    const [lease] = await stack.database.query<{ end: Date }>(
      'select next_attempt_at as end from order_document where id = $1',
      [model.id],
    )
    leases.push(lease?.end.getTime() ?? NaN)
    return render(orgId, model)
  })
  const token = await stack.token([6])
  const { result: waitedUntil } = await whileListIsLocked(stack, list.id, {
    request: () => sendCreate(stack, { attributes: { productionListId: list.id } }, { token }),
    async meanwhile(sql) {
      const [clock] = await sql.query<{ now: Date }>('select clock_timestamp() as now')
      return clock?.now.getTime() ?? NaN
    },
  })
  expect(leases).toEqual([expect.toSatisfy((end) => end >= waitedUntil + LEASE_SECONDS * 1000)])
})

it('the keys of every attempt are recorded as uploads before anything is stored under them', async () => {
  const known: string[][] = []
  const render = stack.renderer.render.bind(stack.renderer)
  const document = await abandonedDocument({ attempts: 1 }, async (orgId, model) => {
    known.push(await uploadsOf(model.id))
    return render(orgId, model)
  })
  await becomes(document.id, 'complete')

  const keys = ['1.csv', '1.pdf', '2.csv', '2.pdf']
  expect(known).toEqual([keys.map((key) => `1/${document.id}/${key}`)])
})

it('a document that ends its process every time fails, with the required action', async () => {
  const document = await abandonedDocument({ attempts: 5 })
  await becomes(document.id, 'failed')

  const [row] = await stack.database.query<{ failure: string }>(
    'select failure from order_document where id = $1',
    [document.id],
  )
  expect(row?.failure).toContain('Render the order again')
  await expect.poll(() => publishedStates(document.id)).toEqual(['failed'])
})

it('a document that reaches the time limit of rendering twice fails, and is not to be rendered again', async () => {
  const list = await listOf(1)
  vi.spyOn(stack.renderer, 'render')
    .mockImplementationOnce(reachTimeLimit)
    .mockImplementationOnce(reachTimeLimit)
  const { id } = await createDocument(stack, { attributes: { productionListId: list.id } })
  await becomes(id, 'failed')

  const rows = await stack.database.query(
    'select attempts, failure from order_document where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      attempts: 2,
      failure:
        'The files could not be made in the time that a document may take. Cancel the order, and order fewer items at a time or with shorter notes.',
    },
  ])
  await expect.poll(() => publishedStates(id)).toEqual(['failed'])
})

it('a document that reaches the time limit of rendering once is tried again, also after attempts that did not render it', async () => {
  const { id } = await abandonedDocument({ attempts: 1 }, reachTimeLimit)
  await becomes(id, 'complete')

  const rows = await stack.database.query(
    'select attempts, timeouts from order_document where id = $1',
    [id],
  )
  expect(rows).toEqual([{ attempts: 3, timeouts: 1 }])
})

it('a document that another attempt has taken over is not completed by the first', async () => {
  const list = await listOf(1)
  const render = stack.renderer.render.bind(stack.renderer)
  vi.spyOn(stack.renderer, 'render').mockImplementationOnce(async (orgId, model) => {
    // Simulates a process that was paused for longer than its lease.
    await stack.database.query(
      `update order_document set attempts = 2, next_attempt_at = now() + interval '1 day' where id = $1`,
      [model.id],
    )
    return render(orgId, model)
  })
  const document = await createDocument(stack, { attributes: { productionListId: list.id } })

  expect(document.state).toBe('pending')
  expect(await filesOf(document.id)).toEqual([])
  expect(publishedStates(document.id)).toEqual([])
  expect(await bytesOf(document.id)).toEqual([])
  // Its keys stay recorded as uploads for the sweep.
  expect(await uploadsOf(document.id)).toEqual([`1/${document.id}/1.csv`, `1/${document.id}/1.pdf`])
})

it('a complete document has no recorded upload', async () => {
  const list = await listOf(1)
  const document = await createDocument(stack, { attributes: { productionListId: list.id } })

  expect(await filesOf(document.id)).toEqual(['csv', 'pdf'])
  expect(await bytesOf(document.id)).toEqual(['1.csv', '1.pdf'])
  expect(await uploadsOf(document.id)).toEqual([])
})

async function listOf(orgId: number) {
  const id = await createVendor(stack.database, { orgId, vendorName: 'Vendor' })
  const list = stubList([stubItem({ vendor: { id } })], { orgId })
  stack.lists.add(list)
  return list
}

/** A document as a killed process leaves it: pending, with an expired lease, its uploads perhaps stored. */
async function abandonedDocument(
  { attempts }: { readonly attempts: number },
  renderNext?: Renderer['render'],
) {
  const list = await listOf(1)
  const render = vi.spyOn(stack.renderer, 'render')
  render.mockImplementationOnce(async (_orgId, model) => {
    await stack.database.query(
      `update order_document set next_attempt_at = now() - interval '1 second', attempts = $2
       where id = $1`,
      [model.id, attempts],
    )
    throw new Error('the process dies here')
  })
  if (renderNext !== undefined) render.mockImplementationOnce(renderNext)
  return createDocument(stack, { attributes: { productionListId: list.id } })
}

const reachTimeLimit: Renderer['render'] = () =>
  Promise.reject(new RenderingTimeoutError('It took longer than 30 s.'))

async function becomes(id: string, state: string): Promise<void> {
  const read = () =>
    stack.database.query<{ state: string }>('select state from order_document where id = $1', [id])
  await expect.poll(read).toEqual([{ state }])
}

function publishedStates(id: string): unknown[] {
  return stack.events
    .filter((event) => event.aggregate.id === id)
    .map(({ data }) => ('state' in data ? data.state : undefined))
}

async function filesOf(id: string): Promise<string[]> {
  const rows = await stack.database.query<{ kind: string }>(
    'select kind from order_document_file where order_document_id = $1 order by kind',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

async function bytesOf(id: string): Promise<string[]> {
  return readdir(join(stack.config.filesPath, '1', id)).catch(() => [])
}

async function uploadsOf(id: string): Promise<string[]> {
  const rows = await stack.database.query<{ key: string }>(
    'select storage_key as key from file_upload where order_document_id = $1 order by 1',
    [id],
  )
  return rows.map(({ key }) => key)
}
