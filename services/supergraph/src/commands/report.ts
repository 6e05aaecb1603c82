import { getOperationAST, parse } from 'graphql'
import type { Finding } from '../composition/findings.ts'
import type { Check, FailingOperation } from '../registry/check.ts'
import type { OperationRecord } from '../registry/operation-records.ts'

/** Maximum operations and changes that are listed; of further ones only the number is printed. */
const LINES_MAX = 20

/** Prints the findings of a check. */
export function reportCheck(check: Check, print: (line: string) => void): void {
  if (check.kind === 'refused') {
    print('The subgraphs do not compose:')
    printFindings('error', check.errors, print)
    return
  }
  printFindings('hint', check.hints, print)
  printLines('dangerous', check.dangerous, print)
  printLines('breaking', check.breaking, print)
  reportOperations('fails', check.failing, print)
}

/** Recorded operations, with their clients and what is said of them. */
export function reportOperations(
  kind: string,
  operations: readonly FailingOperation[],
  print: (line: string) => void,
): void {
  printLines(kind, operations.map(describe), print)
}

/** Composition errors and hints, a few lines each. */
export function printFindings(
  kind: 'error' | 'hint',
  findings: readonly Finding[],
  print: (line: string) => void,
): void {
  for (const { code, message } of findings) {
    print(`${kind} ${code}\n  ${message.replaceAll('\n', '\n  ')}`)
  }
}

function printLines(kind: string, lines: readonly string[], print: (line: string) => void): void {
  for (const line of lines.slice(0, LINES_MAX)) print(`${kind.padEnd(9)} ${line}`)
  if (lines.length > LINES_MAX) print(`${kind.padEnd(9)} … and ${lines.length - LINES_MAX} more`)
}

function describe({ record, errors }: FailingOperation): string {
  const { hash, count, lastSeenAt, clients } = record
  const by = clients.length === 0 ? 'clients without a name' : clients.join(', ')
  return `${nameOf(record) ?? `operation ${hash.slice(0, 8)}`}, sent ${count} times by ${by}, last ${lastSeenAt}
          ${errors.join('\n          ')}`
}

function nameOf({ document, operationName }: OperationRecord): string | undefined {
  return getOperationAST(parse(document), operationName)?.name?.value
}
