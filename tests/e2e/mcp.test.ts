import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GABLE_ROOF } from '../support/organization.ts'
import { http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'

const MEASURED_AGAIN = {
  roof: { ...GABLE_ROOF.roof, ridges_hips: { length: 81, total: 1 } },
}

type Args = Readonly<Record<string, unknown>>

const devEnv = sharedDevEnv()
const MCP_URL = `${devEnv.urls.gateway}/mcp`
const opened = new AsyncDisposableStack()
let scene: Scene
let agent: Client

beforeAll(async () => {
  scene = opened.use(await createScene(devEnv))
  agent = await connect(scene.token)
})

afterAll(() => opened.disposeAsync())

async function connect(token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  opened.defer(() => client.close())
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(MCP_URL), { requestInit: { headers } }),
  )
  return client
}

function call(name: string, args: Args, client = agent): Promise<CallToolResult> {
  return client.callTool({ name, arguments: args })
}

type Expected = Readonly<Record<string, unknown>>

function oneNode(node: Expected): Expected {
  return { nodes: [node] }
}

/** Arguments with which each tool succeeds once, in this order, and what the field that it selects has then. */
function callsOfAllTools(): [name: string, args: Args, expected: Expected][] {
  const { orgId, jobId, list, templateId, vendorId, connectedVendorId, marker, document } = scene
  const { distributionOrderId } = scene
  const productionListId = String(list.id)
  const listItemIds = list.itemIds.map(String)
  const names = [{ name: `${marker} Shingles 1` }, { name: `${marker} Shingles 2` }]
  const ordered = names.map((item) => ({ ...item, quantity: 74, quantityUnits: 'BUNDLES' }))
  const listItems = ordered.map((item, index) => ({ ...item, id: list.itemIds[index] }))
  const order = { id: document.order.id }
  const renamed = `${marker} Lane 2`
  return [
    ['find_jobs', { orgId, search: marker }, oneNode({ id: jobId, name: `${marker} Lane 1` })],
    ['get_job', { id: jobId }, { id: jobId, orgId, measurement: { version: 2 } }],
    ['save_job', { orgId, id: jobId, name: renamed }, { job: { id: jobId, name: renamed } }],
    [
      'save_measurements',
      { jobId, measurements: MEASURED_AGAIN },
      { job: { id: jobId, measurement: { version: 3, measurements: MEASURED_AGAIN } } },
    ],
    ['find_material_lists', { orgId, jobId }, oneNode({ id: list.id, version: 1 })],
    [
      'get_material_list',
      { id: list.id },
      { listItems, orderCoverage: list.itemIds.map((id) => ({ listItemId: id, left: 0 })) },
    ],
    [
      'explain_material_list',
      { id: list.id },
      { listItems: listItems.map((item) => ({ ...item, explanation: { measure: 'roof_area' } })) },
    ],
    ['get_list_history', { id: list.id }, oneNode({ version: 1, action: 'created' })],
    [
      'create_material_list',
      { jobId, templateIds: [templateId], name: `${marker} Wall`, idempotencyKey: marker },
      { productionList: { name: `${marker} Wall`, version: 1, listItems: ordered } },
    ],
    ['preview_recompute', { id: list.id }, { measurementVersion: 3, diff: { isEmpty: false } }],
    [
      'recompute_material_list',
      { id: list.id, digest: 'from preview_recompute' },
      { productionList: { id: list.id, version: 2, listItems } },
    ],
    [
      'update_material_list',
      {
        id: list.id,
        version: 2,
        addListItems: [{ name: 'Nails', quantity: 3, quantityUnits: 'EACH', unitCost: 0.2 }],
        removeListItemIds: [list.itemIds[1]],
      },
      {
        productionList: {
          id: list.id,
          version: 3,
          listItems: [
            listItems[0],
            { name: 'Nails', quantity: 3, quantityUnits: 'EACH', unitCost: 0.2 },
          ],
        },
      },
    ],
    ['find_templates', { orgId }, oneNode({ id: templateId, tradeType: 'ROOF' })],
    ['get_template', { id: templateId }, { id: templateId, lines: names }],
    ['find_vendors', { orgId, search: 'Supply' }, oneNode({ id: vendorId, provider: null })],
    [
      'find_orders',
      { orgId, vendorId, state: 'placed' },
      oneNode({ ...order, jobId, productionListId: list.id, distributionOrder: null }),
    ],
    ['get_order', order, { ...order, vendor: { id: vendorId }, orderListItems: ordered }],
    [
      'order_materials',
      { productionListId, listItemIds: listItemIds.slice(0, 1), vendorId },
      { orderDocuments: [{ order: { vendor: { id: vendorId }, orderListItems: [ordered[0]] } }] },
    ],
    [
      'submit_order',
      { productionListId, vendorId: connectedVendorId, listItemIds: listItemIds.slice(0, 1) },
      { distributionOrder: { failure: null, order: {} } },
    ],
    [
      'change_order',
      { ...order, additions: [{ listItemId: listItemIds[0], quantity: 1 }] },
      { orderDocument: { order: { orderListItems: [{ ...names[0], quantity: 1 }] } } },
    ],
    [
      'cancel_order',
      { ...order, reason: 'ordered twice' },
      { order: { ...order, state: 'cancelled', cancelReason: 'ordered twice' } },
    ],
    [
      'cancel_submitted_order',
      { id: distributionOrderId },
      { distributionOrder: { id: distributionOrderId, failure: null } },
    ],
  ]
}

describe('tools of agents', () => {
  test('each is listed with its arguments, what it needs, and whether it changes anything', async () => {
    const { tools } = await agent.listTools()

    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      callsOfAllTools()
        .map(([name]) => name)
        .toSorted(),
    )
    for (const { title, description, annotations, inputSchema } of tools) {
      expect(title).toBeTruthy()
      expect(description).toMatch(/Needs the scopes /)
      expect(annotations?.readOnlyHint === true).toBe(annotations?.destructiveHint === undefined)
      for (const argument of Object.values(inputSchema.properties ?? {}))
        expect(argument).toMatchObject({ description: expect.stringMatching(/\w/) as string })
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true)
    expect(destructive.map(({ name }) => name).toSorted()).toEqual([
      'cancel_order',
      'cancel_submitted_order',
      'change_order',
      'recompute_material_list',
      'save_job',
      'submit_order',
      'update_material_list',
    ])
    // Its fields `orders` and `orderCoverage` need a scope that the list itself does not need.
    expect(tools.find(({ name }) => name === 'get_material_list')?.description).toContain(
      'Needs the scopes lists:read, orders:read.',
    )
    expect(tools.find(({ name }) => name === 'cancel_order')).toMatchObject({
      title: 'Cancel an order',
      description: expect.stringContaining('Ask the user for a confirmation') as string,
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      inputSchema: {
        type: 'object',
        required: ['id'],
        additionalProperties: false,
        properties: {
          id: { type: ['string', 'integer'] },
          reason: { type: ['string', 'null'] },
          idempotencyKey: { type: 'string' },
        },
      },
    })
  })

  test('each does what its document says', async () => {
    let digest: unknown
    for (const [name, args, expected] of callsOfAllTools()) {
      const result = await call(name, 'digest' in args ? { ...args, digest } : args)

      expect([name, result.isError, textOf(result)]).toEqual([name, false, expect.anything()])
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
      const { data } = result.structuredContent as { data: Record<string, Expected> }
      const [field] = Object.values(data)
      expect({ name, field }).toMatchObject({ name, field: expected })
      digest = field?.['digest'] ?? digest
    }
  })

  test('a repetition with the same idempotencyKey has no second effect', async () => {
    const { jobId, templateId, marker } = scene
    const args = { jobId, templateIds: [templateId], idempotencyKey: `${marker}-again` }
    const [first, second] = [
      await call('create_material_list', args),
      await call('create_material_list', args),
    ]

    expect(first.isError).toBe(false)
    expect(second.structuredContent).toEqual(first.structuredContent)
  })

  test('an invalid argument is an error that says what to do', async () => {
    const wrongType = await call('get_job', { id: 'three' })
    const unknown = await call('find_orders', { orgId: scene.orgId, state: 'done' })

    expect(wrongType).toMatchObject({
      isError: true,
      structuredContent: {
        errors: [{ code: 'BAD_USER_INPUT', message: expect.stringContaining('Int') as string }],
      },
    })
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'BAD_USER_INPUT', argument: 'state' }] },
    })
  })
})

describe('a tool reaches no more than the token of its caller', () => {
  test('in another organization', async () => {
    await using other = await createScene(devEnv)
    const stranger = await connect(other.token)
    const { orgId, jobId, list, document } = scene

    expect(await call('find_jobs', { orgId }, stranger)).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'FORBIDDEN' }] },
    })
    expect(await call('get_job', { id: jobId }, stranger)).toMatchObject({
      structuredContent: { data: { job: null } },
    })
    expect(await call('get_material_list', { id: list.id }, stranger)).toMatchObject({
      structuredContent: { data: { projectManagementProductionListById: null } },
    })
    expect(await call('cancel_order', { id: document.order.id }, stranger)).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'NOT_FOUND' }] },
    })
  })

  test('without the scope', async () => {
    const reader = await connect(await scene.organization.tokenWith(['lists:read']))
    const { orgId, jobId, templateId } = scene

    expect((await call('find_jobs', { orgId }, reader)).isError).toBe(false)
    expect(
      await call('create_material_list', { jobId, templateIds: [templateId] }, reader),
    ).toMatchObject({ isError: true, structuredContent: { errors: [{ code: 'FORBIDDEN' }] } })
  })

  test('without a token, and says where to get one', async () => {
    const response = await http(MCP_URL, { method: 'POST', token: null })
    const metadata = `${devEnv.urls.gateway}/.well-known/oauth-protected-resource/mcp`

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="${metadata}"`)
    expect(await (await http(metadata, { token: null })).json()).toMatchObject({
      resource: MCP_URL,
      authorization_servers: [expect.stringMatching(/^http/)],
      scopes_supported: expect.arrayContaining(['lists:read']) as string[],
    })
  })

  test('from a page of another site', async () => {
    const response = await http(MCP_URL, {
      method: 'POST',
      token: scene.token,
      headers: { origin: 'https://evil.example' },
    })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('an agent without HTTP uses the same tools over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1' })
  opened.defer(() => client.close())
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['services/mcp/src/main.ts'],
      cwd: repositoryRoot,
      env: { TAKEOFF_TOKEN: scene.token, TAKEOFF_MCP_URL: MCP_URL },
    }),
  )
  const { tools } = await client.listTools()
  const found = await call('find_jobs', { orgId: scene.orgId, search: scene.marker }, client)

  expect(tools).toEqual((await agent.listTools()).tools)
  expect(found).toMatchObject({
    structuredContent: { data: { jobs: { nodes: [{ id: scene.jobId }] } } },
  })
})

function textOf({ content: [first] }: CallToolResult): string {
  if (first?.type !== 'text') throw new Error('the result has no text')
  return first.text
}
