import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDevEnv } from './support/dev-env.ts'
import { createCommandFolder, openShell, readBlocks } from './support/document-commands.ts'
import type { Block } from './support/document-commands.ts'

/** The README's commands, run in order in one shell, as a new user pastes them. */
const root = path.resolve(import.meta.dirname, '../..')
const { graphqlUrl, details } = sharedDevEnv()
let folder: string
let commandFolder: AsyncDisposable

beforeAll(async () => {
  const created = await createCommandFolder(details)
  folder = created.path
  commandFolder = created
})
afterAll(() => commandFolder[Symbol.asyncDispose]())

/** A receiver, started as the README describes; `next` returns the next message that it prints. */
function startInBackground(commands: string) {
  const child = spawn('bash', ['-c', `exec ${commands}`], { cwd: folder })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async next(): Promise<Record<string, unknown>> {
      const { value } = await lines.next()
      return JSON.parse(String(value)) as Record<string, unknown>
    },
    async listens(): Promise<string> {
      return String((await lines.next()).value)
    },
    stop: () => child.kill(),
  }
}

test('the README’s query, list, order and webhook work when pasted', async () => {
  const port = String(await findFreePort())
  const blocks = await readBlocks('README.md', graphqlUrl)
  const [query, job, measure, list, order, receiver, subscribe, verify, update, ...more] =
    blocks.map((block) => ({ ...block, commands: block.commands.replaceAll('5050', port) }))
  expect(more).toEqual([])
  const shell = openShell(folder)
  const background = startInBackground(receiver?.commands ?? '')
  try {
    expect(await background.listens()).toMatch(/^listening on http:/)
    expect(await shell.run(query?.commands ?? '')).toMatchObject({
      data: { projectManagementProductionList: { id: 1, listItems: expect.any(Array) as unknown } },
    })
    const made = await shell.run(job?.commands ?? '')
    expect(made).toMatchObject({ data: { jobUpsert: { job: { name: 'Maple Street 214' } } } })
    const { job: saved } = made.data['jobUpsert'] as unknown as { job: { id: number } }
    const withJob = (block: Block | undefined) =>
      block?.commands.replaceAll('JOB_ID', String(saved.id)) ?? ''
    expect(await shell.run(withJob(measure))).toMatchObject({
      data: { jobMeasurementsImport: { measurement: { version: 1 } } },
      extensions: { warnings: [expect.stringContaining('measurements.report is no known key')] },
    })
    expect(await shell.run(withJob(list))).toMatchObject({
      data: {
        projectManagementProductionListCreate: {
          productionList: { listItems: expect.arrayContaining([expect.anything()]) as unknown },
        },
      },
    })
    expect(await shell.run(order?.commands ?? '')).toMatchObject({
      data: { projectManagementOrderDocumentCreate: { orderDocument: { state: 'complete' } } },
    })
    const created = await shell.run(subscribe?.commands ?? '')
    expect(created).toMatchObject({
      data: { webhookCreate: { secret: expect.stringMatching(/^whsec_/) as string } },
    })
    const handshake = await background.next()
    expect(handshake).toMatchObject({ event: 'webhook-verification-code' })
    const withCode = verify?.commands.replace('THE-CODE', String(handshake['code'])) ?? ''
    expect(await shell.run(withCode)).not.toHaveProperty('errors')
    await shell.run(update?.commands ?? '')
    expect(await background.next()).toMatchObject({
      event: 'project-management-production-list-updated',
      project_management_production_list_id: 1,
      job_id: 1,
    })
  } finally {
    background.stop()
    shell.close()
  }
})

test('the README’s token command reports in one line that the stack is not ready yet', async () => {
  const empty = path.join(folder, 'empty')
  await mkdir(empty)
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const [token = ''] = /^token\(\) \{$[\s\S]*?^\}$/m.exec(readme) ?? []
  const ran = spawnSync('bash', ['-c', `${token}\ntoken admin`], { cwd: empty, encoding: 'utf8' })
  expect(ran).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'no tokens yet: run npm start and wait until it serves\n',
  })
})
