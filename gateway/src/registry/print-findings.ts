import type { Finding } from './compose.ts'

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
