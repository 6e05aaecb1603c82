import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobFile } from '../support/job-file.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'

/** Five batches of 500, two of which are sent at once: when the third is stored, the fifth is not sent yet. */
const COUNT = 2_500
const GOOD = 2_475
/** Blank lines between the records of a long file: a program that keeps what it has read grows by more. */
const BLANK_MEGABYTES = 150
/** Buffers that were read and are not collected yet: up to 80 measured. A program that keeps the texts grows by 220. */
const GROWTH_MEGABYTES_MAX = 120
const RSS_MEGABYTES_MAX = 300
const root = path.resolve(import.meta.dirname, '../..')
const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
const jobs = jobFile(COUNT, 'ndjson')
let folder: string
/** The organization into which the file is imported without an interruption. */
let organization: Organization
let peakOfLong: number

beforeAll(async () => {
  folder = opened.use(await openTemporaryFolder('takeoff-import')).path
  organization = opened.use(await createOrganization(devEnv))
  await writeWithBlanks(path.join(folder, 'long.ndjson'), jobs.text)
  await writeFile(path.join(folder, 'jobs.ndjson'), jobs.text)
  await writeFile(path.join(folder, 'jobs.csv'), jobFile(COUNT, 'csv').text)
})
afterAll(() => opened.disposeAsync())

async function writeWithBlanks(file: string, records: string): Promise<void> {
  const middle = records.indexOf('\n', records.length / 2) + 1
  const blanks = `${' '.repeat(999)}\n`.repeat(1_000)
  await writeFile(file, records.slice(0, middle))
  for (let megabyte = 0; megabyte < BLANK_MEGABYTES; megabyte += 1) await appendFile(file, blanks)
  await appendFile(file, records.slice(middle))
}

/** Runs the command of `npm run import` in its own process. */
function startImport({ orgId, token }: Organization, ...files: readonly string[]) {
  const args = ['--max-semi-space-size=4', 'services/import/src/main.ts']
  const child = spawn(process.execPath, [...args, '--org', String(orgId), ...files], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCacheFolder,
      INIT_CWD: folder,
      TAKEOFF_HOME: folder,
      TAKEOFF_URL: devEnv.graphqlUrl,
      TAKEOFF_TOKEN: token,
    },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const ended = output.then(([stdout, stderr, [exitCode]]) => ({
    exitCode: exitCode as number | null,
    lines: stdout.trimEnd().split('\n'),
    stderr,
  }))
  return { child, ended }
}

/** `record key path` of every line that reports an invalid record. */
function refusedIn(lines: readonly string[]): string[] {
  const pattern = /^\w+\.\w+:\d+: record (\d+) key "([^"]+)": (\S+) \S/
  return lines.flatMap((line) => {
    const [, record, key, place] = pattern.exec(line) ?? []
    return record === undefined ? [] : [`${record} ${key} ${place}`]
  })
}

/** Jobs, measurements and sales opportunities of an organization, without ids and times. */
async function contentOf({ orgId }: Organization) {
  await using database = await openPlainDatabase(devEnv.databases['production-lists'])
  const [row] = await database.query<{ jobs: number; versions: number; hash: string }>(
    `select count(distinct j.id)::int as jobs, count(m.id)::int as versions,
       md5(string_agg(concat_ws('|', j.external_identifier, j.name, m.version, m.measurements, o.id is null),
         E'\\n' order by j.external_identifier, m.version)) as hash
     from job j left join job_measurement m on m.job_id = j.id
     left join sales_opportunity o on o.job_id = j.id where j.org_id = $1`,
    [orgId],
  )
  return row
}

describe('npm run import', () => {
  test('of 2,500 jobs with 1 % invalid ones reports exactly these', async () => {
    await using other = await createOrganization(devEnv)
    const { exitCode, lines, peak } = await watchedImport(other, 'long.ndjson')

    expect(exitCode).toBe(1)
    expect(refusedIn(lines)).toEqual(jobs.broken)
    expect(lines).toHaveLength(jobs.broken.length + 2)
    expect(lines.at(-2)).toMatch(/^long\.ndjson:\d+: measurements\.property is no known key/)
    expect(lines.at(-1)).toContain(
      `2500 records: ${GOOD} created, 0 changed, 0 unchanged, 25 refused`,
    )
    expect(await contentOf(other)).toMatchObject({ jobs: GOOD, versions: GOOD })
    peakOfLong = peak
  })

  test('uses the same memory for any length of file', async () => {
    const { exitCode, lines, peak } = await watchedImport(organization, 'jobs.ndjson')

    expect(exitCode).toBe(1)
    expect(refusedIn(lines)).toEqual(jobs.broken)
    expect(lines.at(-1)).toContain(`${GOOD} created, 0 changed, 0 unchanged, 25 refused`)
    expect(peakOfLong).toBeLessThan(peak + GROWTH_MEGABYTES_MAX)
    expect(peakOfLong).toBeLessThan(RSS_MEGABYTES_MAX)
  })

  test('of the same jobs as CSV changes nothing', async () => {
    const before = await contentOf(organization)
    const { lines } = await startImport(organization, 'jobs.csv').ended

    expect(refusedIn(lines)).toEqual(jobs.broken)
    expect(lines.at(-1)).toContain(`0 created, 0 changed, ${GOOD} unchanged, 25 refused`)
    expect(await contentOf(organization)).toEqual(before)
  })

  test.concurrent.each(['ndjson', 'csv'])(
    'of an export as %s creates the same jobs in another organization',
    async (format) => {
      await using other = await createOrganization(devEnv)
      const { gateway } = devEnv.urls
      const url = `${gateway}/exports/jobs?orgId=${organization.orgId}&format=${format}`
      const response = await http(url, { token: organization.token })
      const file = `export.${format}`
      await writeFile(path.join(folder, file), await response.text())
      const { exitCode, lines } = await startImport(other, file).ended

      expect(lines.at(-1)).toContain(`${GOOD} created, 0 changed, 0 unchanged, 0 refused`)
      expect(exitCode).toBe(0)
      expect(await contentOf(other)).toEqual(await contentOf(organization))
    },
  )

  test('killed half-way and restarted has the same result as without a kill', async () => {
    await using other = await createOrganization(devEnv)
    const first = startImport(other, 'jobs.ndjson')
    await waitForThirdBatch(other)
    first.child.kill('SIGKILL')
    const { exitCode } = await first.ended
    expect(exitCode).toBeNull()
    expect((await contentOf(other))?.jobs).toBeLessThan(GOOD)

    const second = await startImport(other, 'jobs.ndjson').ended
    expect(second.exitCode).toBe(1)
    expect(second.lines[0]).toMatch(/^jobs\.ndjson: going on after record \d+ of an earlier run$/)
    expect(refusedIn(second.lines)).toEqual(jobs.broken)
    expect(await contentOf(other)).toEqual(await contentOf(organization))
    // No journal is left to resume from.
    expect(await readdir(path.join(folder, 'imports'))).toEqual([])
  })

  test('continues after a kill of the service behind the gateway', async () => {
    await using other = await createOrganization(devEnv)
    const { ended } = startImport(other, 'jobs.csv')
    await waitForThirdBatch(other)
    await devEnv.kill9('production-lists')
    const { exitCode, stderr } = await ended

    expect(exitCode).toBe(1)
    expect(stderr).toContain('does not take the import right now')
    expect(await contentOf(other)).toEqual(await contentOf(organization))
  })

  test('stops at Ctrl-C after the batches under way, and resumes later', async () => {
    await using other = await createOrganization(devEnv)
    const first = startImport(other, 'jobs.ndjson')
    await waitForThirdBatch(other)
    first.child.kill('SIGINT')
    const { exitCode, lines, stderr } = await first.ended
    expect(exitCode).toBe(130)
    expect(stderr).toContain('Stopped. The same command goes on from there.')
    const imported = (await contentOf(other))?.jobs ?? 0
    expect(lines.at(-1)).toContain(` ${imported} created`)
    expect(lines.at(-1)).toContain('; not finished (')

    const second = await startImport(other, 'jobs.ndjson').ended
    expect(second.lines.at(-1)).toContain(` ${GOOD} created, 0 changed, 0 unchanged`)
    expect(await contentOf(other)).toEqual(await contentOf(organization))
  })

  test('says what to do about an expired token and a foreign organization', async () => {
    const token = await organization.tokenWith(['lists:write'], -60)
    const expired = await startImport({ ...organization, token }, 'jobs.csv').ended
    expect([expired.exitCode, expired.lines]).toEqual([1, ['']])
    // On a slow machine it reports its progress before.
    expect(expired.stderr).toMatch(
      /^Not finished: .*expired.* Give another token with --token or TAKEOFF_TOKEN\./m,
    )

    const foreign = await startImport({ ...organization, orgId: 1 }, 'jobs.csv').ended
    expect([foreign.exitCode, foreign.lines]).toEqual([1, ['']])
    expect(foreign.stderr).toContain('choose another with --org')
  })
})

/** Waits for more jobs than two batches hold, when the first batch is confirmed and in the journal. */
async function waitForThirdBatch({ orgId }: Organization): Promise<void> {
  await using database = await openPlainDatabase(devEnv.databases['production-lists'])
  await waitFor(
    async () => {
      const [row] = await database.query<{ jobs: number }>(
        'select count(*)::int as jobs from job where org_id = $1',
        [orgId],
      )
      return (row?.jobs ?? 0) > 1000 ? true : undefined
    },
    { what: 'a third batch', limitMs: 20_000, intervalMs: 10 },
  )
}

/** Runs an import; also returns the peak memory of its process in megabytes, sampled ten times a second. */
async function watchedImport(into: Organization, file: string) {
  const { child, ended } = startImport(into, file)
  const end = new AbortController()
  void ended.finally(() => end.abort())
  let peak = 0
  while (!end.signal.aborted) {
    const kilobytes = await readRss(child.pid).catch(() => 0)
    peak = Math.max(peak, (kilobytes || 0) / 1024)
    await sleep(100)
  }
  return { ...(await ended), peak }
}

/** Uses /proc on Linux, where `ps` may be missing. */
async function readRss(pid: number | undefined): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout)
}

describe('a measurement file', () => {
  const examples = path.join(root, 'docs/examples/measurement-files')

  test('is imported into the job of its name, and again without a change', async () => {
    const file = path.join(examples, 'eagleview.xml')
    for (const _ of [1, 2]) {
      const { exitCode, lines, stderr } = await startImport(organization, file).ended
      expect([exitCode, stderr]).toEqual([0, ''])
      expect(lines).toEqual([
        `${file}: EAGLEVIEW XML, report 70000001: 25 figures in version 1 of job "eagleview"; finished`,
      ])
    }
  })

  test('is imported into the job that is named, with its warnings', async () => {
    const file = path.join(examples, 'gaf.json')
    const { exitCode, lines } = await startImport(organization, '--job', 'GAF 1', file).ended
    expect(exitCode).toBe(0)
    expect(lines).toEqual([
      expect.stringContaining('GAF measures eaves and rakes together'),
      expect.stringContaining('GAF JSON, report 900001: 6 figures in version 1 of job "GAF 1"'),
    ])
  })

  test('that cannot be read is refused with what to export instead', async () => {
    await writeFile(path.join(folder, 'house.pdf'), '%PDF-1.7')
    const { exitCode, lines } = await startImport(organization, 'house.pdf').ended
    expect(exitCode).toBe(1)
    expect(lines).toEqual([expect.stringContaining('Export the report as XML or JSON')])
  })
})
