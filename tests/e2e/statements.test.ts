import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { measureRequest } from './support/measure-request.ts'
import type { Cost } from './support/measure-request.ts'
import { readDocumentedOperations } from './support/operations-document.ts'
import { operations } from './support/operations/operations.ts'
import { createScene } from './support/scene.ts'
import type { Scene, SceneSize } from './support/scene.ts'
import { operationNames, wholeOperation } from './support/whole-operation.ts'

const SMALL = { itemCount: 25, documentCount: 2, deliveryCount: 2 }
const LARGE = { itemCount: 250, documentCount: 12, deliveryCount: 20 }
const READ_STATEMENTS_MAX = 6
/** Rows of two statements that arrive together share the next statement, so a busy machine takes fewer. */
const SHARED_STATEMENTS_MAX = 2

const devEnv = sharedDevEnv()
const documented = await readDocumentedOperations()
const specified: Readonly<Record<string, string>> = {
  projectManagementProductionList: await readOperation('1-production-list'),
  projectManagementProductionListById: await readOperation('2-production-list-by-id'),
  projectManagementOrderDocuments: await readOperation('3-order-documents'),
  projectManagementOrderDocumentCreate: await readOperation('4-order-document-create'),
}

const opened = new AsyncDisposableStack()
let small: Scene
let large: Scene

beforeAll(async () => {
  const create = async (size: SceneSize) => opened.use(await createScene(devEnv, size))
  ;[small, large] = await Promise.all([create(SMALL), create(LARGE)])
}, 120_000)

afterAll(() => opened.disposeAsync())

test('docs/operations.md has a row for every operation of the composed schema', () => {
  expect([...documented.keys()].toSorted()).toEqual(operationNames.toSorted())
})

// In the order of the table of operations, each once, because later operations use the changes of earlier ones.
describe.each(Object.entries(operations))('%s', (name, { variables }) => {
  const costOf = async (scene: Scene): Promise<Cost> => {
    const { cost } = await measureRequest(devEnv, (requestId) =>
      graphqlData(specified[name] ?? wholeOperation(name), variables(scene), {
        token: scene.token,
        headers: { 'x-request-id': requestId },
      }),
    )
    return cost
  }

  test.concurrent('takes the requests and statements that docs/operations.md states', async () => {
    expect(await costOf(small)).toEqual(documentedCost(name))
  })

  test.concurrent('takes the same number with ten times the items', async () => {
    expect(await costOf(large)).toEqual(documentedCost(name))
  })
})

test.each([
  'projectManagementProductionList',
  'projectManagementProductionListById',
  'projectManagementOrderDocuments',
])(`%s takes at most ${READ_STATEMENTS_MAX} statements`, (name) => {
  expect(documented.get(name)?.sqlStatements).toBeLessThanOrEqual(READ_STATEMENTS_MAX)
})

function documentedCost(name: string): unknown {
  const { requests, sqlStatements } = documented.get(name) ?? { requests: NaN, sqlStatements: NaN }
  const counts = Array.from({ length: SHARED_STATEMENTS_MAX + 1 }, (_, few) => sqlStatements - few)
  return { requests, sqlStatements: expect.toBeOneOf(counts) as unknown }
}

function readOperation(name: string): Promise<string> {
  return readFile(new URL(`../fixtures/operations/${name}.graphql`, import.meta.url), 'utf8')
}
