import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { QueryPlan } from '@apollo/query-planner'
import { parse, validate } from 'graphql'
import type { GraphQLSchema } from 'graphql'
import { expect, test } from 'vitest'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { openBoth } from './both-gateways.ts'
import type {
  ExecutorResponse,
  ExecutorResponses,
  DifferentialOperation,
  BothGateways,
  ReportedError,
} from './both-gateways.ts'
import { complete } from './complete.ts'
import { FeatureCounter, FEATURES, RARE_FEATURES } from './features.ts'
import { looksWider } from './looks-wider.ts'
import type { World } from './made-up-values.ts'
import { randomOperation } from './random-operation.ts'
import type { Random } from './random-operation.ts'
import { composeAll } from './supergraphs.ts'
import { Tally } from './tally.ts'

/** `npm run conformance:gateway` runs 20,000, different ones each time. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 450)
const IS_LONG = OPERATIONS >= 5_000
const SEED = Number(process.env.SEED ?? (IS_LONG ? randomInt(1_000_000) : 1))
const TIMEOUT_MS = 1_800_000
const DEEP_QUERY = new URL('../../../tests/fixtures/generic/deep.graphql', import.meta.url)
/** One of this many operations is the deep query. */
const DEEP_SHARE = 20

const supergraphs = await composeAll()
const tally = new Tally()

test.for(supergraphs)(
  `generated operations on $name are executed as by the stock executor (SEED=${SEED})`,
  { timeout: TIMEOUT_MS },
  async (composed) => {
    const both = await openBoth(composed)
    const features = new FeatureCounter(composed, both.schema, tally)
    const random = seededRandom(SEED)
    const count = Math.ceil(OPERATIONS / supergraphs.length)
    for (
      let requested: DifferentialOperation | undefined, number = 0;
      number < count;
      number += 1
    ) {
      requested = otherwise(requested, random) ?? validOperation(both.schema, random)
      features.count(requested, await compare(both, requested, random))
    }
    const fallbacks = both.fallbacks()
    print(`${composed.name}: ${count} operations, ${fallbacks} left to the stock executor`)
    expect(fallbacks).toBe(0)
  },
)

test(
  `the deep query of the bench is executed as by the stock executor (SEED=${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const generic = supergraphs.find(({ name }) => name === 'generic')
    if (generic === undefined) throw new Error('there is no generic supergraph')
    const both = await openBoth(generic)
    const query = await readFile(DEEP_QUERY, 'utf8')
    const operation = { query, variables: { garden: 'g1' }, operationName: undefined }
    const requested = { operation, document: parse(query) }
    const random = seededRandom(SEED)
    for (let world = 0; world < OPERATIONS / DEEP_SHARE; world += 1) {
      const plan = await compare(both, requested, random)
      expect(JSON.stringify(plan).match(/"kind":"Fetch"/g)).toHaveLength(16)
    }
    expect(both.fallbacks()).toBe(0)
  },
)

test('together they cover the features of federation and GraphQL', () => {
  const wanted = IS_LONG ? [...FEATURES, ...RARE_FEATURES] : FEATURES
  if (IS_LONG) print(wanted.map((feature) => `${feature}: ${tally.of(feature)}`).join(', '))
  expect(wanted.filter((feature) => tally.of(feature) === 0)).toEqual([])
})

/** Executes an operation by both, over working or failing subgraphs. */
async function compare(
  both: BothGateways,
  requested: DifferentialOperation,
  random: Random,
): Promise<QueryPlan> {
  const isWide = looksWider(both.schema, requested.document)
  const world = randomWorld(random, isWide)
  const responses = await both.execute(requested, world)
  expectSame(responses.ours, responses.stock, { requested, isWide })
  expectSame(responses.spliced, responses.stock, { requested, isWide })
  if (world.isMalformed) return responses.plan
  await expectComplete(both.schema, requested, responses)
  expect(JSON.stringify(responses.spliced.data)).toBe(JSON.stringify(responses.ours.data))
  return responses.plan
}

function validOperation(schema: GraphQLSchema, random: Random): DifferentialOperation {
  for (;;) {
    const operation = randomOperation(schema, random)
    const document = parse(operation.query)
    if (validate(schema, document).length === 0) return { operation, document }
  }
}

/** Sometimes the same operation again, with other values of its conditions. */
function otherwise(
  requested: DifferentialOperation | undefined,
  random: Random,
): DifferentialOperation | undefined {
  if (requested === undefined || random() > 0.2) return undefined
  const entries = Object.entries(requested.operation.variables)
  if (!entries.some(([, value]) => typeof value === 'boolean')) return undefined
  tally.add('operation with other conditions')
  const variables = entries.map(([name, value]) => [
    name,
    typeof value === 'boolean' ? !value : value,
  ])
  return {
    ...requested,
    operation: { ...requested.operation, variables: Object.fromEntries(variables) },
  }
}

/** Calm, failing, malformed, or both. For malformed data only stock defines the result. */
function randomWorld(random: Random, isWide: boolean): World {
  const [seed, mood] = [String(random()), random()]
  return { seed, isFailing: mood < 0.5, isMalformed: !isWide && mood > 0.4 && mood < 0.6, tally }
}

/** Compares in any order: stock does not keep that of errors, nor of members where it merges selections. */
function expectSame(
  ours: ExecutorResponse,
  stock: ExecutorResponse,
  { requested, isWide }: { readonly requested: DifferentialOperation; readonly isWide: boolean },
): void {
  const [one, other] = [comparable(ours, isWide), comparable(stock, isWide)]
  if (isWide) tally.add('fragment on a wider type')
  if (ours.data === undefined) tally.add('refused variable')
  const text = textOf(requested)
  expect({ text, ...one }).toEqual({ text, ...other })
}

async function expectComplete(
  schema: GraphQLSchema,
  requested: DifferentialOperation,
  { ours, stock }: ExecutorResponses,
): Promise<void> {
  if (ours.data === undefined) return
  const completed = await complete(schema, requested, stock.gathered)
  if (completed === undefined) return
  tally.add('data as graphql-js completes it')
  const text = textOf(requested)
  expect({ text, data: JSON.stringify(ours.data) }).toEqual({
    text,
    data: JSON.stringify(completed),
  })
}

function comparable({ data, errors, extensions, changes }: ExecutorResponse, isWide: boolean) {
  const compared = { errors: inAnyOrder(onceWithoutPath(errors)), changes }
  const nulls = extensions?.valueCompletion?.map(({ message, path }) => ({ message, path }))
  const broken = nulls && inAnyOrder(nulls)
  return isWide ? compared : { ...compared, data: inOrder(data), broken }
}

/** An error without a path is one of a request, of which stock sends more. */
function onceWithoutPath(errors: readonly ReportedError[]): ReportedError[] {
  const pathless = errors.filter(({ path }) => path === undefined)
  const distinct = new Map(pathless.map((error) => [JSON.stringify(error), error]))
  return [...errors.filter(({ path }) => path !== undefined), ...distinct.values()]
}

function inAnyOrder(errors: readonly unknown[]): string[] {
  return errors.map((error) => JSON.stringify(error)).sort()
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, one]): [string, unknown] => [key, inOrder(one)])
  return members.sort(([a], [b]) => (a < b ? -1 : 1))
}

function print(text: string): void {
  process.stdout.write(`[differential] ${text}\n`)
}

function textOf({ operation: { query, variables } }: DifferentialOperation): string {
  return `${query}\n${JSON.stringify(variables)}`
}
