import type { Variables } from '../service/config.ts'

const SECRET_FILES =
  'Instead of a secret `NAME`, `NAME_FILE` may name the file that contains it; both together are refused. A secret of at least 32 characters and a key may be a list with commas: the first one signs and encrypts, all of them verify and decrypt, so that it can be rotated without an outage (Rotation of secrets in `docs/operations.md`).'

/** The Markdown table of variables in the README of each service. */
export function describeVariables(variables: Variables): string {
  const described = Object.values(variables)
  const rows = described.map(
    ({ name, required, shownDefault, secret, about }) =>
      `| \`${name}\` | ${required ? '**required**' : shownDefault === '' ? '–' : `\`${shownDefault}\``} | ${about}${secret ? ' Secret.' : ''} |`,
  )
  const table = ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
  return described.some((one) => one.secret) ? `${table}\n\n${SECRET_FILES}` : table
}
