import { FAILURE, SUCCESS, UsageError, CommandFailedError } from '@takeoff/kit/service/command-line'
import { createReadStream } from 'node:fs'
import { BackOff } from '@takeoff/kit/concurrency/back-off'
import { namedFile } from '@takeoff/kit/service/named-file'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import { readAnchors } from './audit-anchors.ts'
import type { Anchor } from './audit-anchors.ts'
import { listChains, verifyChain, verifyExport } from './audit-chains.ts'
import type { AuditReads } from './audit-chains.ts'
import { ChainWalk } from './chain-walk.ts'
import type { VerifiedChain } from './chain-walk.ts'
import type { Call, Command } from './command.ts'
import { openOperator, RefusedError } from './operator-client.ts'
import { errorMessage } from '@takeoff/kit/values/caught'
import { linesOf } from '@takeoff/kit/values/lines'

/** They take about ten seconds where each fails at once, as while the service restarts. */
const READ_ATTEMPTS = 8

export const auditVerify: Command = {
  audience: 'operators',
  name: 'audit verify',
  usage: '[--org ID] [--against FILE] [--export FILE]',
  about:
    'Reads the audit logs (of organization ID) and reports records that were altered or removed. --export verifies an exported file instead, which needs no access to the service; --against compares with an earlier output of --json.',
  options: {
    org: { type: 'string' },
    against: { type: 'string' },
    export: { type: 'string' },
  },
  run: verify,
}

async function verify(call: Call): Promise<number> {
  const { isJson, out, report } = call
  const chains: VerifiedChain[] = []
  for await (const chain of verifiedChains(call)) {
    chains.push(chain)
    // At once, so that a violation is not lost with a later failure. JSON is for --against, which needs all of it.
    if (!isJson) out(describe(chain))
  }
  if (isJson) report({ chains }, '')
  return chains.some(({ violation }) => violation !== null) ? FAILURE : SUCCESS
}

async function* verifiedChains(call: Call): AsyncGenerator<VerifiedChain> {
  const file = call.values['export']
  if (typeof file === 'string') yield await verifyFile(file, call)
  else yield* verifyAll(call)
}

async function verifyFile(file: string, { values, stop }: Call): Promise<VerifiedChain> {
  const only = orgIdOf(values['org'])
  const against = await readAgainst(values['against'])
  return verifyExport(linesOfFile(file, stop), (orgId) => {
    if (only !== undefined && only !== orgId)
      throw new UsageError(`${file} has records of organization ${orgId}, not of ${only}.`)
    return against?.anchorOf(orgId)
  })
}

async function* verifyAll({ config, values, stop }: Call): AsyncGenerator<VerifiedChain> {
  const only = orgIdOf(values['org'])
  const against = await readAgainst(values['against'])
  const operator = readingAgain(await openOperator(config, stop), stop)
  const left = new Map(against?.anchors)
  for await (const ends of listChains(operator, only)) {
    const { orgId } = ends
    const anchor = only === undefined ? left.get(orgId) : against?.anchorOf(orgId)
    left.delete(orgId)
    yield await verifyChain(operator, ends, anchor)
  }
  for (const { orgId } of left.values()) {
    if (only !== undefined && only !== orgId) continue
    const start = { sequence: 0, hash: '' }
    const nothing = new ChainWalk({ orgId, start, anchor: undefined, retentionDays: null })
    yield nothing.result('the whole log was removed')
  }
}

/**
 * Reads again where the service may respond later: a long verification outlasts its restart. A wrong address or a
 * service that does not run is reported at once, because there is nothing to lose before the first response.
 */
function readingAgain(operator: AuditReads, stop: AbortSignal): AuditReads {
  let hasResponded = false
  return {
    async get<Response>(path: string) {
      const backOff = new BackOff()
      for (let left = READ_ATTEMPTS; ; left -= 1) {
        try {
          const response = await operator.get<Response>(path)
          hasResponded = true
          return response
        } catch (error) {
          const isRefused = error instanceof RefusedError && error.status < 500
          if (!hasResponded || isRefused || left === 1 || stop.aborted) throw error
          await backOff.wait(stop)
        }
      }
    },
  }
}

function orgIdOf(given: string | boolean | undefined): number | undefined {
  if (typeof given !== 'string') return undefined
  const orgId = parseIntegerId(given)
  if (orgId === undefined) throw new UsageError('--org must be the id of an organization.')
  return orgId
}

async function readAgainst(given: string | boolean | undefined) {
  if (typeof given !== 'string') return undefined
  let text = ''
  for await (const line of linesOfFile(given)) text += line
  const anchors = readAnchors(given, text)
  const anchorOf = (orgId: number): Anchor => {
    const anchor = anchors.get(orgId)
    if (anchor !== undefined) return anchor
    throw new CommandFailedError(
      `${given} has no log of organization ${orgId}: there is nothing to compare with.`,
    )
  }
  return { anchors, anchorOf }
}

/** Lines without their ends: an exported log may be larger than a text of Node. */
async function* linesOfFile(name: string, stop?: AbortSignal): AsyncGenerator<string> {
  const file = namedFile(name)
  let isFirst = true
  try {
    for await (const line of linesOf(createReadStream(file, { encoding: 'utf8', signal: stop }))) {
      // Editors of Windows write a byte order mark, and line ends of two characters.
      yield line.replace(isFirst ? /^\uFEFF|\r$/g : /\r$/, '')
      isFirst = false
    }
  } catch (error) {
    throw new CommandFailedError(`${file} cannot be read: ${errorMessage(error)}`, { cause: error })
  }
}

function describe(chain: VerifiedChain): string {
  const { orgId, records, trimmedSequence, sequence, hash, violation } = chain
  if (violation !== null) return `organization ${orgId}: ${violation}\n`
  const before = trimmedSequence > 0 ? `; those up to ${trimmedSequence} are no longer in it` : ''
  return `organization ${orgId}: ${records} records are intact; the last one is ${sequence}, ${hash}${before}\n`
}
