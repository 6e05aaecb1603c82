import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'
import { diffFields, listFields } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness

interface TestList {
  readonly id: number
  readonly version: number
  readonly listItems: readonly { readonly id: number; readonly name: string }[]
}

let jobId: number
let lineIds: readonly number[]
let list: TestList

beforeEach(async () => {
  const measurements = { roof: { roof_facets: { area: 2194 } } }
  ;({ jobId } = await createJob(database, { orgId: 1, name: null, measurements }))
  list = await newList()
  await database.query('truncate outbox_message')
})

async function newList(): Promise<TestList> {
  const template = await createTemplate(database, {
    orgId: 1,
    wasteFactor: 0.1,
    lines: [
      { name: 'Shingles', coverage: 0.32, unitCost: 19.7, taxPercent: 0, markup: 0 },
      { name: 'Underlayment', coverage: 4, unitCost: 30, taxPercent: 0, markup: 0 },
      { name: 'Nails', coverage: 20, unitCost: 50, taxPercent: 0, markup: 0 },
    ],
  })
  lineIds = template.lines.map((line) => line.id)
  return createList(template.id)
}

async function createList(templateId: number): Promise<TestList> {
  const { data } = await harness.ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id version listItems { id name } }
      }
    }`,
    { jobId, templateIds: [templateId] },
  )
  return data.projectManagementProductionListCreate.productionList
}

/** Inserts newer measurements of the job. */
async function measure(area: number): Promise<void> {
  await database.query(
    `insert into job_measurement (org_id, job_id, version, measurements, created_at)
     select 1, $1, max(version) + 1, $2, now() from job_measurement where job_id = $1`,
    [jobId, JSON.stringify({ roof: { roof_facets: { area } } })],
  )
}

async function preview(variables: object = {}, caller: TestCaller = {}) {
  const response = await harness.ask(
    `query ($id: Int!, $measurementVersion: Int) {
      projectManagementProductionListRecomputation(id: $id, measurementVersion: $measurementVersion) {
        digest measurementVersion diff { ${diffFields} }
      }
    }`,
    { id: list.id, ...variables },
    caller,
  )
  return { ...response, preview: response.data?.projectManagementProductionListRecomputation }
}

async function apply(variables: object, caller: TestCaller = {}) {
  const response = await harness.ask(
    `mutation ($id: Int!, $digest: String!, $measurementVersion: Int, $changeIds: [Int!]) {
      projectManagementProductionListRecompute(
        id: $id, digest: $digest, measurementVersion: $measurementVersion, changeIds: $changeIds
      ) { productionList { ${listFields} measurementVersion } }
    }`,
    { id: list.id, ...variables },
    caller,
  )
  return {
    ...response,
    list: response.data?.projectManagementProductionListRecompute?.productionList,
  }
}

type ItemChange = { readonly kind: string; readonly changeId: number }

const idsOf = (
  shown: { readonly diff: { readonly items: readonly ItemChange[] } },
  isWanted: (change: ItemChange) => boolean = () => true,
): readonly number[] => shown.diff.items.filter(isWanted).map(({ changeId }) => changeId)

async function update(change: object): Promise<void> {
  const { errors } = await harness.ask(
    `mutation ($id: Int!, $name: String, $listItems: [ListItemUpdate!], $remove: [Int!]) {
      projectManagementProductionListUpdate(
        id: $id, name: $name, listItems: $listItems, removeListItemIds: $remove
      ) { productionList { id } }
    }`,
    { id: list.id, ...change },
  )
  expect(errors).toEqual([])
  await database.query('truncate outbox_message')
}

/** Changes the first line, removes the second one, and adds one. */
async function changeTemplate(): Promise<void> {
  const [shingles, underlayment] = lineIds
  await database.query(`update template_line set name = 'New', unit_cost = 20 where id = $1`, [
    shingles,
  ])
  await database.query('delete from template_line where id = $1', [underlayment])
  await database.query(
    `insert into template_line select (jsonb_populate_record(l, jsonb_build_object(
       'id', nextval('template_line_id_seq'), 'sort_order', 99, 'name', 'Vents'))).*
     from template_line l where id = $1`,
    [shingles],
  )
}

async function revisions(): Promise<unknown[]> {
  return database.query(
    'select version, action from production_list_revision where list_id = $1 order by version',
    [list.id],
  )
}

/** Starts work while the list is locked, and releases the lock when all of the work waits for it. */
async function waitingTogether<Result>(
  count: number,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const working: Promise<Result>[] = []
  await database.transaction(async (sql) => {
    await sql.query('select from production_list where id = $1 for update', [list.id])
    for (let begun = 0; begun < count; begun += 1) working.push(work())
    await expect.poll(waiting, { timeout: 10_000, interval: 5 }).toBe(count)
  })
  return Promise.all(working)
}

/** The number of sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

describe('a recompute', () => {
  test('is previewed first, and the preview writes nothing', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    expect(shown).toMatchObject({ measurementVersion: 2, diff: { isEmpty: false, itemCount: 3 } })
    expect(shown.diff.fields).toContainEqual({ field: 'measurementVersion', from: 1, to: 2 })
    expect(shown.diff.items[0]).toMatchObject({
      kind: 'changed',
      listItemId: list.listItems[0]?.id,
    })
    expect(shown.diff.items[0]?.changes).toContainEqual({ field: 'quantity', from: 76, to: 151 })
    expect(await revisions()).toEqual([{ version: 1, action: 'created' }])
    expect(await harness.events()).toEqual([])
  })

  test('makes exactly the previewed changes, as one version, one revision, one event', async () => {
    await measure(4388)
    await update({ listItems: [{ id: list.listItems[1]?.id, quantity: 9, notes: 'By hand' }] })
    const { preview: shown } = await preview()
    harness.heard.length = 0
    const { list: recomputed, errors } = await apply({ digest: shown.digest })

    expect(errors).toEqual([])
    expect(recomputed).toMatchObject({ version: 3, measurementVersion: 2 })
    expect(recomputed.listItems).toMatchObject([
      { quantity: 151 },
      { quantity: 9, notes: 'By hand', isManualMeasurement: true },
      { quantity: 3 },
    ])
    expect(await revisions()).toEqual([
      { version: 1, action: 'created' },
      { version: 2, action: 'updated' },
      { version: 3, action: 'recomputed' },
    ])
    const events = await harness.events()
    expect(events).toMatchObject([{ aggregate: { sequence: 3 } }])
    expect(harness.heard).toEqual(events)

    const { data } = await harness.ask(
      `query ($id: Int!) { projectManagementProductionListDiff(id: $id, fromVersion: 2) {
        ${diffFields}
      } }`,
      { id: list.id },
    )
    expect(data.projectManagementProductionListDiff).toEqual(shown.diff)
  })

  test('of an up-to-date list changes nothing: no version, no revision, no event', async () => {
    await update({ listItems: [{ id: list.listItems[0]?.id, quantity: 9, color: 'Gray' }] })
    await update({ remove: [list.listItems[1]?.id] })
    const before = await revisions()
    const { preview: shown } = await preview()
    expect(shown.diff).toMatchObject({ isEmpty: true, fields: [], items: [], itemOrder: null })

    const { list: same, errors } = await apply({ digest: shown.digest })
    expect(errors).toEqual([])
    expect(same.version).toBe(3)
    expect(await revisions()).toEqual(before)
    expect(await harness.events()).toEqual([])
  })

  test('computes from the named version of the measurements', async () => {
    await measure(4388)
    await measure(8776)
    const { preview: second } = await preview({ measurementVersion: 2 })
    expect(second.measurementVersion).toBe(2)
    const { list: doubled } = await apply({ digest: second.digest, measurementVersion: 2 })
    expect(doubled.listItems[0]).toMatchObject({ measurement: 43.88 })

    const { preview: first } = await preview({ measurementVersion: 1 })
    const { list: back } = await apply({ digest: first.digest, measurementVersion: 1 })
    expect(back).toMatchObject({ version: 3, measurementVersion: 1 })
    expect(back.listItems[0]).toMatchObject({ measurement: 21.94 })
  })

  test('follows changed, removed and new lines of its templates', async () => {
    await changeTemplate()
    const { preview: shown } = await preview()
    const kinds = shown.diff.items.map(({ kind, name, listItemId }: Record<string, unknown>) => [
      kind,
      name,
      listItemId === null,
    ])
    expect(kinds).toEqual([
      ['removed', 'Underlayment', false],
      ['changed', 'New', false],
      ['added', 'Vents', true],
    ])

    const { list: recomputed } = await apply({ digest: shown.digest })
    expect(recomputed.listItems).toMatchObject([
      { name: 'New', unitCost: 20, id: list.listItems[0]?.id },
      { name: 'Nails', id: list.listItems[2]?.id },
      { name: 'Vents', id: expect.any(Number) },
    ])
  })

  test.for([
    { chosen: ['changed'], names: ['New', 'Underlayment', 'Nails'] },
    { chosen: ['removed'], names: ['Shingles', 'Nails'] },
    { chosen: ['added'], names: ['Shingles', 'Underlayment', 'Nails', 'Vents'] },
    { chosen: ['changed', 'added'], names: ['New', 'Underlayment', 'Nails', 'Vents'] },
    { chosen: ['removed', 'changed', 'added'], names: ['New', 'Nails', 'Vents'] },
  ])('makes only the chosen changes: $chosen', async ({ chosen, names }) => {
    await changeTemplate()
    const { preview: shown } = await preview()
    const { list: recomputed, errors } = await apply({
      digest: shown.digest,
      changeIds: idsOf(shown, ({ kind }) => chosen.includes(kind)),
    })
    expect(errors).toEqual([])
    expect(recomputed.version).toBe(2)
    expect(recomputed.listItems.map(({ name }: { name: string }) => name)).toEqual(names)

    // The next recompute makes the others.
    const { preview: rest } = await preview()
    const { list: complete } = await apply({ digest: rest.digest })
    expect(complete.listItems.map(({ name }: { name: string }) => name)).toEqual([
      'New',
      'Nails',
      'Vents',
    ])
  })

  test('leaves the list at its measurements while changes are left out', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    const [first, ...others] = idsOf(shown)
    const { list: partly } = await apply({ digest: shown.digest, changeIds: [first] })
    expect(partly).toMatchObject({
      version: 2,
      measurementVersion: 1,
      listItems: [{ quantity: 151 }, { quantity: 7 }, { quantity: 2 }],
    })
    const sums = partly.listItems.map(({ totalPrice }: { totalPrice: number }) => totalPrice)
    expect(partly.totalPrice).toBeCloseTo(
      sums.reduce((sum: number, price: number) => sum + price, 0),
      2,
    )

    const { preview: rest } = await preview()
    expect(idsOf(rest)).toEqual(others)
    const { list: complete } = await apply({ digest: rest.digest, changeIds: others })
    expect(complete).toMatchObject({ version: 3, measurementVersion: 2 })
    expect((await preview()).preview.diff.isEmpty).toBe(true)
    expect(await revisions()).toEqual([
      { version: 1, action: 'created' },
      { version: 2, action: 'recomputed' },
      { version: 3, action: 'recomputed' },
    ])
  })

  test('moves the list to new measurements with the change from which the others follow', async () => {
    const roof = (valleys: number) => ({
      roof: { valleys: { length: valleys }, hips: { length: 1 } },
    })
    ;({ jobId } = await createJob(database, { orgId: 1, name: null, measurements: roof(1) }))
    const line = { measurementUnits: 'linear_feet', coverage: 1.5, wasteFactor: 0 } as const
    const template = await createTemplate(database, {
      orgId: 1,
      combineSameProducts: true,
      lines: [
        { ...line, measure: [{ measure: 'valleys' }] },
        { ...line, measure: [{ measure: 'hips' }] },
      ],
    })
    const [line1, line2] = template.lines
    await database.query('update template_line set product_id = $1 where id = $2', [
      line1?.productId,
      line2?.id,
    ])
    list = await createList(template.id)
    await database.query(
      `insert into job_measurement (org_id, job_id, version, measurements, created_at)
       values (1, $1, 2, $2, now())`,
      [jobId, JSON.stringify(roof(2))],
    )
    const { preview: shown } = await preview()
    const changeIds = idsOf(shown)
    expect(changeIds).toHaveLength(2)
    const { list: recomputed } = await apply({
      digest: shown.digest,
      changeIds: changeIds.slice(0, 1),
    })
    expect(recomputed).toMatchObject({
      measurementVersion: 2,
      listItems: [{ quantity: 2 }, { quantity: 0 }],
    })
    expect((await preview()).preview.diff.isEmpty).toBe(true)
  })

  test('of no change writes nothing', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    const { list: same, errors } = await apply({ digest: shown.digest, changeIds: [] })
    expect(errors).toEqual([])
    expect(same).toMatchObject({ version: 1, measurementVersion: 1 })
    expect(await harness.events()).toEqual([])
  })

  test('takes as many statements for 600 items as for 60', async () => {
    const counts: unknown[] = []
    for (const length of [60, 600]) {
      const { id: templateId } = await createTemplate(database, {
        orgId: 1,
        lines: Array.from({ length }, () => ({})),
      })
      const { data } = await harness.ask(
        `mutation ($jobId: Int!, $templateIds: [Int!]!) {
          projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
            productionList { id }
          }
        }`,
        { jobId, templateIds: [templateId] },
      )
      const { id } = data.projectManagementProductionListCreate.productionList
      await measure(length)
      const { preview: shown, sqlStatements: previewed } = await preview({ id })
      const { sqlStatements: applied, errors } = await apply({ id, digest: shown.digest })
      expect(errors).toEqual([])
      counts.push({ previewed, applied })
    }
    expect(counts[1]).toEqual(counts[0])
  })
})

describe('the digest of a preview', () => {
  const digestBy = async (serviceSecrets: readonly string[]): Promise<string> =>
    (await preview({}, { serviceSecrets })).preview.digest

  test('follows from a service secret, and not from the changes alone: these contain hidden costs', async () => {
    await measure(4388)
    expect(await digestBy(['one'])).toBe(await digestBy(['one', 'two']))
    expect(await digestBy(['one'])).not.toBe(await digestBy(['two']))
  })

  test('is accepted until its service secret is removed', async () => {
    await measure(4388)
    const digest = await digestBy(['one'])
    const refused = await apply({ digest }, { serviceSecrets: ['two'] })
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
    const { errors } = await apply({ digest }, { serviceSecrets: ['two', 'one'] })
    expect(errors).toEqual([])
  })
})

describe('a recompute is refused', () => {
  const conflict = (currentVersion: number) => [{ code: 'CONFLICT', currentVersion }]
  const codes = ({ errors }: { errors: readonly { extensions: unknown }[] }) =>
    errors.map(({ extensions }) => extensions)

  test('when the list has changed since', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    await update({ name: 'Changed' })
    expect(codes(await apply({ digest: shown.digest }))).toEqual(conflict(2))
  })

  test('for changes that its preview does not have', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    const [first] = idsOf(shown)
    const refused = async (changeIds: readonly (number | undefined)[]) =>
      codes(await apply({ digest: shown.digest, changeIds }))
    const argument = (name: string) => [{ code: 'BAD_USER_INPUT', argument: name }]
    for (const unknown of [0, -1, 2_147_483_647])
      expect(await refused([first, unknown])).toEqual(argument('changeIds[1]'))
    expect(await refused([first, first])).toEqual(argument('changeIds[1]'))
    expect(await refused(Array.from({ length: 10_001 }, (_, id) => id))).toEqual(
      argument('changeIds'),
    )
    await update({ name: 'Changed' })
    expect(await refused([first])).toEqual(conflict(2))
    expect(await revisions()).toHaveLength(2)
  })

  test('when it would now make other changes', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    await database.query('update template_line set unit_cost = 21 where id = $1', [lineIds[0]])
    expect(codes(await apply({ digest: shown.digest }))).toEqual(conflict(1))

    const { preview: again } = await preview()
    await measure(9999)
    expect(codes(await apply({ digest: again.digest }))).toEqual(conflict(1))
    expect(codes(await apply({ digest: again.digest, measurementVersion: 2 }))).toEqual([])
  })

  test('for the digest of another list, and for an invalid digest', async () => {
    const other = await newList()
    const { preview: ofOther } = await preview({ id: other.id })
    for (const digest of [ofOther.digest, '', 'x'.repeat(10_000), '\0']) {
      expect(codes(await apply({ digest }))).toEqual(conflict(1))
    }
    expect(await revisions()).toEqual([{ version: 1, action: 'created' }])
  })

  test('a second time, when both had the same preview', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    const responses = await waitingTogether(2, () => apply({ digest: shown.digest }))
    expect(responses.flatMap(codes)).toEqual(conflict(2))
    expect(await harness.events()).toHaveLength(1)
  })

  test.for([0, -1, 2, 2_147_483_647])(
    'for measurements of version %i',
    async (measurementVersion) => {
      const violation = [{ code: 'BAD_USER_INPUT', argument: 'measurementVersion' }]
      const { preview: shown } = await preview()
      expect(codes(await preview({ measurementVersion }))).toEqual(violation)
      expect(codes(await apply({ digest: shown.digest, measurementVersion }))).toEqual(violation)
    },
  )

  test('when the resulting list could not be saved', async () => {
    await database.query('update template_line set coverage = 0.00001 where id = $1', [lineIds[0]])
    expect(codes(await preview())).toEqual([{ code: 'BAD_USER_INPUT', argument: 'id' }])
    expect(codes(await preview({ measurementVersion: 1 }))).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'measurementVersion' },
    ])
  })

  test('for a list of another organization, as if it did not exist', async () => {
    const stranger = { orgIds: [2] }
    const { preview: shown } = await preview()
    expect(await preview({}, stranger)).toMatchObject({ preview: null, errors: [] })
    expect(await preview({ id: -5 })).toMatchObject({ preview: null, errors: [] })
    expect(codes(await apply({ digest: shown.digest }, stranger))).toEqual([
      { code: 'NOT_FOUND', argument: 'id' },
    ])
    expect(codes(await apply({ id: 2_147_483_647, digest: shown.digest }))).toEqual([
      { code: 'NOT_FOUND', argument: 'id' },
    ])
  })

  test('but not when it is repeated with its Idempotency-Key', async () => {
    await measure(4388)
    const { preview: shown } = await preview()
    const once = await apply({ digest: shown.digest }, { idempotencyKey: 'again' })
    const twice = await apply({ digest: shown.digest }, { idempotencyKey: 'again' })
    expect(codes(twice)).toEqual([])
    expect(twice.list).toEqual(once.list)
    expect(await harness.events()).toHaveLength(1)
  })
})
