import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const PREPARE = path.join(import.meta.dirname, '../prepare.mjs')
const SCRIPT = 'services/dev-env/prepare.mjs'
const manifest = JSON.parse(
  await readFile(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { readonly scripts: Readonly<Record<string, string>> }
/** All scripts that install what they need before they begin. */
const prepared = Object.entries(manifest.scripts)
  .filter(([, command]) => command === 'node services/dev-env/prepare.mjs')
  .map(([script]) => script.replace(/^pre/, ''))
/** Those that test, check and build the documentation. Operators run the others. */
const DEVELOPMENT = /^(test|check|chaos|conformance|drill|docs)(:|$)/
const WITHOUT_DEVELOPMENT = { 'node_modules/koa': { version: '3.0.0' } }

let clone: string

beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'takeoff-clone-'))
  await mkdir(path.join(clone, 'node_modules'))
  await cp(PREPARE, path.join(clone, SCRIPT))
  await writePackages('package-lock.json', {
    ...WITHOUT_DEVELOPMENT,
    'node_modules/knip': { version: '6.0.0', dev: true },
  })
})

afterEach(async () => {
  await rm(clone, { recursive: true })
})

test('an incomplete installation that npm reports as complete is detected', async () => {
  await haveNpm('exit 0')

  await expect(prepare('prestart')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^(?![^]*Installed)[^]*"npm ci --omit=dev" left out 1 of the packages in package-lock\.json, such as koa/,
    ),
  })
})

test('the development packages are added to the others, and npm start does without them', async () => {
  await writePackages('installed.json', WITHOUT_DEVELOPMENT)
  await haveNpm('cp installed.json node_modules/.package-lock.json')

  await expect(prepare('pretest')).rejects.toMatchObject({
    stderr: expect.stringMatching(/npm ci --omit=dev[^]*"npm install --no-save" left out 1 of /),
  })
  expect(await prepare('prestart')).toEqual({ stdout: '', stderr: '' })
})

test.each(prepared.filter((script) => DEVELOPMENT.test(script)))(
  'npm run %s needs the development packages, too',
  async (script) => {
    await writePackages('node_modules/.package-lock.json', WITHOUT_DEVELOPMENT)
    await haveNpm('exit 0')

    await expect(prepare(`pre${script}`)).rejects.toMatchObject({
      stderr: expect.stringMatching(/"npm install --no-save" left out 1 of .*, such as knip/),
    })
  },
)

test.each(prepared.filter((script) => !DEVELOPMENT.test(script)))(
  'npm run %s installs what it needs, without the development packages',
  async (script) => {
    await writePackages('installed.json', WITHOUT_DEVELOPMENT)
    await haveNpm('cp installed.json node_modules/.package-lock.json')

    // Standard output is the command's own: that of `npm run mcp` belongs to the protocol.
    expect(await prepare(`pre${script}`)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/npm ci --omit=dev[^]*Installed in/),
    })
  },
)

test('an optional package may be left out', async () => {
  const { platform, arch } = process
  await writePackages('package-lock.json', {
    'node_modules/native': { version: '1.0.0', optional: true, os: [platform], cpu: [arch] },
  })
  await haveNpm('exit 0')

  expect((await prepare('prestart')).stderr).toContain('Installed')
})

test('where npm ran no install script, the scripts still run on the Node of node_modules', async () => {
  const node = { 'node_modules/node': { version: '24.0.0' } }
  await writePackages('package-lock.json', node)
  await writePackages('node_modules/.package-lock.json', node)
  const folder = path.join(clone, 'node_modules/node')
  await mkdir(folder)
  await writeFile(
    path.join(folder, 'installArchSpecificPackage.js'),
    `const fs = require('node:fs'); fs.mkdirSync('bin'); fs.writeFileSync('bin/node', 'brought by the script')`,
  )

  await prepare('prestart')

  const linked = await readFile(path.join(clone, 'node_modules/.bin/node'), 'utf8')
  expect(linked).toBe('brought by the script')
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends npm, and lets another installation begin',
  async (signal) => {
    await haveNpm('echo $$ > npm.pid; exec sleep 60')
    const first = spawn(process.execPath, [path.join(clone, SCRIPT)], {
      env: environment('prestart'),
    })
    const exited = once(first, 'exit')
    const npmPid = (): Promise<string> => readFile(path.join(clone, 'npm.pid'), 'utf8')
    await expect.poll(npmPid).toMatch(/\n$/)
    const pid = Number(await npmPid())

    first.kill(signal)

    expect(await exited).toEqual([130, null])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await writeFile(path.join(clone, 'bin/npm'), '#!/bin/sh\n')
    await expect(prepare('prestart')).rejects.toMatchObject({
      stderr: expect.not.stringContaining('Waiting for another installation'),
    })
  },
)

async function writePackages(file: string, packages: object): Promise<void> {
  await writeFile(path.join(clone, file), JSON.stringify({ packages }))
}

/** Puts a fake npm on the PATH that only does this. */
async function haveNpm(command: string): Promise<void> {
  const npm = path.join(clone, 'bin/npm')
  await mkdir(path.dirname(npm))
  await writeFile(npm, `#!/bin/sh\n${command}\n`)
  await chmod(npm, 0o755)
}

interface Output {
  readonly stdout: string
  readonly stderr: string
}

function prepare(script: string): Promise<Output> {
  return run(process.execPath, [path.join(clone, SCRIPT)], { env: environment(script) })
}

function environment(script: string) {
  return { PATH: `${path.join(clone, 'bin')}:/usr/bin:/bin`, npm_lifecycle_event: script }
}
