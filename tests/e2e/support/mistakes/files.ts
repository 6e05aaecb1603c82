import { randomUUID } from 'node:crypto'
import { get } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

const exported =
  (parameters: (stage: Stage) => string) =>
  (stage: Stage): MistakenRequest =>
    get(`/exports/production-lists${parameters(stage)}`)

const signed = ({ scene }: Stage, change: Readonly<Record<string, string>>): MistakenRequest => {
  const url = new URL(scene.document.pdf.url)
  for (const [key, value] of Object.entries(change)) url.searchParams.set(key, value)
  return { ...get(url.href), token: null }
}

/** Mistakes with files and exports, which are refused with problem details. */
export const files: readonly Mistake[] = [
  {
    what: 'An export without `orgId`',
    request: exported(() => ''),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'orgId',
    message: 'orgId must be given and be an id, such as orgId=1.',
  },
  {
    what: 'A parameter that is misspelt',
    request: exported(({ scene }) => `?orgId=${scene.orgId}&updated_since=2026-03-14T15:09:26Z`),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'updated_since',
    message: 'There is no parameter "updated_since" here. Known are orgId, format, updatedSince.',
  },
  {
    what: 'A format that does not exist',
    request: exported(({ scene }) => `?orgId=${scene.orgId}&format=xlsx`),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'format',
    message: 'format must be ndjson or csv.',
  },
  {
    what: 'A time without a time zone',
    request: exported(({ scene }) => `?orgId=${scene.orgId}&updatedSince=2026-03-14T15:09:26`),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'updatedSince',
    message:
      'updatedSince: The time zone is missing: write 2026-03-14T15:09:26Z for UTC, or the distance from UTC, such as 2026-03-14T15:09:26-05:00. A + in an address is written %2B.',
  },
  {
    what: 'The export of another organization',
    request: exported(({ other }) => `?orgId=${other.orgId}`),
    status: 403,
    code: 'FORBIDDEN',
    message:
      'The token gives no access to organization …. Give the id of one of its organizations, or get a token for this one.',
  },
  {
    what: 'POST in place of GET',
    request: (stage) => ({
      ...exported(({ scene }) => `?orgId=${scene.orgId}`)(stage),
      method: 'POST',
    }),
    status: 405,
    code: 'BAD_REQUEST',
    message: 'POST is not served here; use GET.',
  },
  {
    what: 'An export that does not exist',
    request: ({ scene }) => get(`/exports/lists?orgId=${scene.orgId}`),
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is nothing at GET /exports/lists. Check the method and the address.',
  },
  {
    what: 'The address of a file without a token',
    request: ({ scene }) => ({ ...get(scene.document.pdf.redirectUrl), token: null }),
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'Send an access token as "Authorization: Bearer <ACCESS_TOKEN>".',
  },
  {
    what: 'A file that does not exist',
    request: () => get(`/files/${randomUUID()}`),
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is no such file. Use the redirectUrl or url of a file of your organizations.',
  },
  {
    what: 'A signed address that was changed',
    request: (stage) => signed(stage, { signature: 'changed' }),
    status: 403,
    code: 'FORBIDDEN',
    message:
      'This download address has expired or was changed. Fetch the file through its redirectUrl.',
  },
  {
    what: 'A signed address that has expired',
    request: (stage) => signed(stage, { expires: '1760000000' }),
    status: 403,
    code: 'FORBIDDEN',
    message:
      'This download address has expired or was changed. Fetch the file through its redirectUrl.',
  },
  {
    what: 'A range beyond the end of a file',
    request: (stage) => ({ ...signed(stage, {}), headers: { range: 'bytes=9999999-' } }),
    status: 416,
    code: 'RANGE_NOT_SATISFIABLE',
    message: 'The file has … bytes; the range is beyond its end. Request a range within it.',
  },
]
