import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Interface } from 'node:readline/promises'
import { pathToFileURL } from 'node:url'
import { STOPPED } from '@takeoff/kit/service/command-line'
import { createByHand } from './by-hand.ts'
import { createHttpHooks } from './http-hooks.ts'
import { readOptions, USAGE } from './options.ts'
import type { Options } from './options.ts'
import { conforms, reportAsJson, reportAsText } from './report.ts'
import { rulesAsMarkdown } from './rules.ts'
import { runSuite } from './run-suite.ts'
import type { SenderUnderTest } from './sender-under-test.ts'

const UNUSABLE = 2

/**
 * `npm run conformance`: exits with 0 if the sender conforms, 1 if it does not, 2 if that could not be decided, and 130 if
 * it was stopped.
 */
async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options.help) return print(USAGE)
  if (options.rules) return print(`${rulesAsMarkdown()}\n`)
  // Only for a person: in the raw mode of a terminal that it reads, Ctrl-C is not a signal.
  let lines: Interface | undefined
  const openLines = (): Interface =>
    createInterface({ input: process.stdin, output: process.stderr }).on('SIGINT', () =>
      process.exit(STOPPED),
    )
  try {
    const sender = await createSender(options, {
      print: (text) => void process.stderr.write(`${text}\n`),
      prompt: (question) => (lines ??= openLines()).question(question),
    })
    const results = await runSuite(sender, {
      ...options,
      onScenario: (name) => void process.stderr.write(`· ${name}\n`),
    })
    print(`${options.json ? reportAsJson(results) : reportAsText(results)}\n`)
    return conforms(results) ? 0 : 1
  } finally {
    lines?.close()
  }
}

async function createSender(
  { adapter, hooks }: Options,
  person: Parameters<typeof createByHand>[0],
): Promise<SenderUnderTest> {
  if (hooks !== undefined) return createHttpHooks(hooks)
  if (adapter === undefined) return createByHand(person)
  const file = pathToFileURL(path.resolve(adapter)).href
  const module = (await import(file)) as { readonly default?: SenderUnderTest }
  if (module.default === undefined) throw new Error(`${adapter} has no default export`)
  return module.default
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = UNUSABLE
}
