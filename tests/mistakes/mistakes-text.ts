import type { Mistake } from '../e2e/support/mistakes/mistake.ts'

const HEAD = ['Mistake', 'Status', 'Code', 'Argument', 'Message']

/** The mistakes as Markdown: a table for each subject. */
export function mistakesText(mistakes: Readonly<Record<string, readonly Mistake[]>>): string {
  const tables = Object.entries(mistakes).map(
    ([subject, rows]) =>
      `### ${subject}\n\n${table([HEAD, HEAD.map(() => '---'), ...rows.map(cells)])}`,
  )
  return `<!-- prettier-ignore-start -->\n\n${tables.join('\n\n')}\n\n<!-- prettier-ignore-end -->\n`
}

function cells({ what, status, code, argument, message }: Mistake): string[] {
  return [
    what,
    String(status),
    /^[a-z]/.test(code) ? code : codeSpan(code),
    argument === undefined ? '' : codeSpan(argument),
    codeSpan(message),
  ]
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')

const codeSpan = (text: string): string =>
  text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
