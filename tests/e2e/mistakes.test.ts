import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedDevEnv } from './support/dev-env.ts'
import { INTERNALS } from './support/internals.ts'
import { mistakes } from './support/mistakes/mistakes.ts'
import type { Mistake, MistakenRequest, Stage } from './support/mistakes/mistake.ts'
import { createScene } from './support/scene.ts'

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let stage: Stage

beforeAll(async () => {
  const scene = opened.use(await createScene(devEnv))
  const other = opened.use(await createScene(devEnv))
  stage = { devEnv, scene, other, prepare }
})

afterAll(() => opened.disposeAsync())

type Answer = Pick<Mistake, 'status' | 'code' | 'argument' | 'message'>

interface GraphqlBody {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: Omit<ProblemBody, 'detail'>
  }[]
  readonly extensions?: { readonly warnings?: readonly string[] }
}

interface ProblemBody {
  readonly code: string
  readonly detail: string
  readonly argument?: string
  readonly requestId: string
}

function request({ path, method, token, headers, body }: MistakenRequest): Promise<Response> {
  const bearer = token === undefined ? stage.scene.token : token
  return fetch(new URL(path ?? '/graphql', devEnv.urls.gateway), {
    method: method ?? 'POST',
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body !== undefined && { body: Buffer.from(body) }),
  })
}

async function prepare(needed: MistakenRequest): Promise<Record<string, unknown>> {
  const { data, errors } = (await (await request(needed)).json()) as GraphqlBody
  if (data !== undefined && data !== null && errors === undefined) return data
  throw new Error(`the preparation of a mistake failed: ${JSON.stringify(errors)}`)
}

/** What the integrator receives: each error, or the first place in a success that has the message. */
async function answersTo(mistaken: MistakenRequest, { code, message }: Mistake): Promise<Answer[]> {
  const response = await request(mistaken)
  const { status, headers } = response
  const body = (await response.json()) as GraphqlBody & ProblemBody
  const isProblem = body.errors === undefined && body.data === undefined
  const type = isProblem ? 'problem+json' : 'json'
  expect(headers.get('content-type')).toBe(`application/${type}; charset=utf-8`)
  const errors = isProblem
    ? [body]
    : body.errors?.map((error) => ({ ...error.extensions, detail: error.message }))
  if (errors !== undefined) return errors.map((error) => answerOf(error, response))
  const texts = code === 'warning' ? (body.extensions?.warnings ?? []) : textsIn(body.data)
  const found = texts.find((text) => patternOf(message).test(text))
  return [{ status, code, message: found ?? texts.join('\n') }]
}

function answerOf(error: ProblemBody, { status, headers }: Response): Answer {
  const { code, argument, detail, requestId } = error
  expect(JSON.stringify(error)).not.toMatch(INTERNALS)
  expect(requestId).toBe(headers.get('x-request-id'))
  return { status, code, ...(argument !== undefined && { argument }), message: detail }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const patternOf = (message: string): RegExp =>
  new RegExp(
    `^${message
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.+')}$`,
    'u',
  )

/** What a message says that tells what to do: an instruction, what is accepted, or what was meant. */
const INSTRUCTION =
  /\b(accept|add|change it|choose|close|connect|fetch|get|give|have it|keep|lower|must|name|needs|put|should|order|preview|read|request (?:a|fewer|less)|restore|say|send|split|use|write|delete one)\b|did you mean|known are|at most|too large|is cancelled already|was rendered for|the events are/i
/** graphql-js and Apollo clients know these messages; with them come the place and the argument. */
const OF_GRAPHQL =
  /^(Syntax Error|Unknown argument|Field ".+" argument|Argument ".+": |Variable "|PersistedQueryNotFound$)/

const rows = Object.entries(mistakes)

test('the table has at least 60 mistakes, each once', () => {
  const all = rows.flatMap(([subject, of]) => of.map(({ what }) => `${subject}: ${what}`))
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(new Set(all).size).toBe(all.length)
})

describe.each(rows)('%s', (_subject, of) => {
  test.each(of)('$what', async (mistake) => {
    const { status, code, argument, message } = mistake
    const answers = await answersTo(await mistake.request(stage), mistake)

    expect(answers[0]).toEqual({
      status,
      code,
      ...(argument !== undefined && { argument }),
      message: expect.stringMatching(patternOf(message)) as string,
    })
    for (const answer of answers) {
      expect(answer.message).not.toMatch(INTERNALS)
      const says = [OF_GRAPHQL, INSTRUCTION].some((pattern) => pattern.test(answer.message))
      expect(says, 'the message says what to do').toBe(true)
    }
  })
})
