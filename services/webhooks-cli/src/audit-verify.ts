import { FAILURE, SUCCESS, UsageError, CommandFailedError } from '@takeoff/kit/service/command-line'
import { readFile } from 'node:fs/promises'
import type { AuditChainEnds } from '@takeoff/contracts/operator-api'
import { namedFile } from '@takeoff/kit/service/named-file'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import { parseJson } from '@takeoff/kit/values/json'
import { listChains, verifyChain, verifyExport } from './audit-chains.ts'
import type { VerifiedChain } from './audit-chains.ts'
import type { Call, Command } from './command.ts'
import { openOperator } from './operator-client.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

export const auditVerify: Command = {
  audience: 'integrators',
  name: 'audit verify',
  usage: '[--org ID] [--against FILE] [--export FILE]',
  about:
    'Reads the audit logs (of organization ID) and reports records that were altered or removed. --export verifies an exported file instead, --against compares with an earlier output of --json.',
  options: {
    org: { type: 'string' },
    against: { type: 'string' },
    export: { type: 'string' },
  },
  run: verify,
}

async function verify(call: Call): Promise<number> {
  const { values, isJson, out } = call
  const chains =
    typeof values['export'] === 'string'
      ? [await verifyFile(values['export'], call)]
      : await verifyAll(call)
  const broken = chains.filter(({ violation }) => violation !== null)
  if (isJson) out(`${JSON.stringify({ chains })}\n`)
  else for (const chain of chains) out(describe(chain))
  return broken.length > 0 ? FAILURE : SUCCESS
}

async function verifyFile(file: string, { values }: Call): Promise<VerifiedChain> {
  const only = orgIdOf(values['org'])
  const anchors = await readAnchors(values['against'])
  return verifyExport(await readText(file), (orgId) => {
    if (only !== undefined && only !== orgId)
      throw new UsageError(`${file} has records of organization ${orgId}, not of ${only}.`)
    const anchor = anchors.get(orgId)
    if (values['against'] !== undefined && anchor === undefined)
      throw new CommandFailedError(
        `${String(values['against'])} has no log of organization ${orgId}: there is nothing to compare ${file} with.`,
      )
    return anchor
  })
}

async function verifyAll({ config, values, stop }: Call): Promise<VerifiedChain[]> {
  const only = orgIdOf(values['org'])
  const anchors = await readAnchors(values['against'])
  const operator = await openOperator(config)
  const verified: VerifiedChain[] = []
  for await (const ends of listChains(operator, only)) {
    if (stop.aborted) return verified
    const anchor = anchors.get(ends.orgId)
    anchors.delete(ends.orgId)
    verified.push(await verifyChain(operator, ends, anchor))
  }
  for (const { orgId } of anchors.values()) {
    if (only !== undefined && only !== orgId) continue
    const violation = 'the whole log was removed'
    verified.push({ orgId, sequence: 0, hash: '', records: 0, violation })
  }
  return verified
}

function orgIdOf(given: string | boolean | undefined): number | undefined {
  if (typeof given !== 'string') return undefined
  const orgId = parseIntegerId(given)
  if (orgId === undefined) throw new UsageError('--org must be the id of an organization.')
  return orgId
}

type Anchor = Pick<AuditChainEnds, 'orgId' | 'sequence' | 'hash'>

/** The ends of the chains at an earlier time. A log whose hashes were all computed again does not contain them. */
async function readAnchors(file: string | boolean | undefined): Promise<Map<number, Anchor>> {
  if (typeof file !== 'string') return new Map()
  const output = parseJson(await readText(file)) as { readonly chains?: unknown } | null | undefined
  const chains: unknown = output?.chains
  if (Array.isArray(chains) && chains.every(isAnchor))
    return new Map(chains.map((anchor) => [anchor.orgId, anchor]))
  throw new CommandFailedError(`${file} is no output of "audit verify --json".`)
}

function isAnchor(value: unknown): value is Anchor {
  const { orgId, sequence, hash } = Object(value) as Partial<Anchor>
  return Number.isInteger(orgId) && Number.isInteger(sequence) && typeof hash === 'string'
}

async function readText(name: string): Promise<string> {
  const file = namedFile(name)
  try {
    const text = await readFile(file, 'utf8')
    // Editors of Windows write a byte order mark.
    return text.replace(/^\uFEFF/, '')
  } catch (error) {
    throw new CommandFailedError(`${file} cannot be read: ${errorMessage(error)}`, { cause: error })
  }
}

function describe({ orgId, records, sequence, hash, violation }: VerifiedChain): string {
  if (violation !== null) return `organization ${orgId}: ${violation}\n`
  return `organization ${orgId}: ${records} records are intact; the last one is ${sequence}, ${hash}\n`
}
