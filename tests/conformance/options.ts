import { parseArgs } from 'node:util'
import type { Exceptions } from './findings.ts'
import { isRuleId } from './rules.ts'
import { scenarios } from './run-suite.ts'
import type { SuiteOptions } from './run-suite.ts'

export const USAGE = `Checks a sender of webhooks by the rules of Standard Webhooks 1.0.0.

  npm run conformance                              you subscribe URLs and trigger events as instructed
  npm run conformance -- --adapter sender.ts       a module drives the sender
  npm run conformance -- --hooks http://host/path  the sender is driven over HTTP

  --host ADDRESS         where to listen; 127.0.0.1
  --port NUMBER          0 takes a free one
  --url URL              the public URL, if a tunnel forwards to host and port
  --patience SECONDS     maximum wait for any one request; 600
  --time-scale NUMBER    the factor by which the sender's timeout is shortened for the run; 1
  --type-key KEY         the key of the payload that has the event type; type
  --except RULE=REASON   a rule that the sender is known to violate; may be repeated
  --only SCENARIO        play these only; may be repeated
  --json                 the report as JSON
  --rules                print the rules as a table
  --help

Ends with 0 when no MUST and no SHOULD failed, 1 when one did, 2 when nothing could be judged.
Scenarios: ${scenarios.map(({ name }) => name).join(', ')}.
tests/conformance/README.md says what an adapter is, and lists the rules.
`

export interface Options extends SuiteOptions {
  readonly adapter: string | undefined
  readonly hooks: string | undefined
  readonly json: boolean
  readonly rules: boolean
  readonly help: boolean
}

/** @throws Error that names the invalid argument */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      adapter: { type: 'string' },
      hooks: { type: 'string' },
      host: { type: 'string' },
      port: { type: 'string' },
      url: { type: 'string' },
      patience: { type: 'string' },
      'time-scale': { type: 'string' },
      'type-key': { type: 'string' },
      except: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      rules: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const { url, host, 'type-key': typeKey, only } = values
  if (url !== undefined && !URL.canParse(url)) throw new Error(`--url is not a URL: ${url}`)
  for (const name of only ?? [])
    if (!scenarios.some((one) => one.name === name)) throw new Error(`no such scenario: ${name}`)
  return {
    adapter: values.adapter,
    hooks: values.hooks,
    json: values.json ?? false,
    rules: values.rules ?? false,
    help: values.help ?? false,
    exceptions: readExceptions(values.except ?? []),
    patienceSeconds: numberOf('--patience', values.patience, 600),
    timeScale: numberOf('--time-scale', values['time-scale'], 1),
    port: numberOf('--port', values.port, 0),
    ...(url !== undefined && { publicUrl: url }),
    ...(host !== undefined && { host }),
    ...(typeKey !== undefined && { typeKey }),
    ...(only !== undefined && { only }),
  }
}

function numberOf(name: string, text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text)
  if (Number.isNaN(number) || number < 0) throw new Error(`${name} is not a number: ${text}`)
  return number
}

function readExceptions(texts: readonly string[]): Exceptions {
  const pairs = texts.map((text) => {
    const [id = '', ...reason] = text.split('=')
    if (!isRuleId(id)) throw new Error(`no such rule: ${id}`)
    if (reason.join('') === '') throw new Error(`--except ${id} needs a reason: ${id}=REASON`)
    return [id, reason.join('=')] as const
  })
  return Object.fromEntries(pairs)
}
