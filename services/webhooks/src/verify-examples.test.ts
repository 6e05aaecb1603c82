import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { newSigningSecret, signatureHeaders, signingKey } from './messages/signing.ts'

const folder = path.resolve(import.meta.dirname, '../../../docs/examples/verify')
/** On its first run a compiler also compiles its library. */
const COMPILE_LIMIT_MS = 120_000
const { path: build } = await disposeAfterAll(openTemporaryFolder('takeoff-verify'))

const secret = newSigningSecret()
const older = newSigningSecret()
const body = Buffer.from('{"event":"distribution-order-state-changed","note":"🏠 Dach, 20 m²"}')

interface Signing {
  readonly secrets?: readonly string[]
  readonly secondsAgo?: number
}

function sign({ secrets = [secret], secondsAgo = 0 }: Signing): string[] {
  const headers = signatureHeaders({
    id: '01a1fdeb-a704-716b-9f23-8e3d54e2cd63',
    at: new Date(Date.now() - secondsAgo * 1000),
    body,
    keys: secrets.map(signingKey),
  })
  return [
    headers['webhook-id'] ?? '',
    headers['webhook-timestamp'] ?? '',
    headers['webhook-signature'] ?? '',
  ]
}

const tampered = Buffer.from(body.toString().replace('20', '21'))
/** Signed only when a language is compiled, because compiling takes time and timestamps expire. */
const cases: readonly {
  readonly what: string
  readonly expected: 'genuine' | 'refused'
  readonly headers: () => readonly string[]
  readonly sent?: Buffer
}[] = [
  { what: 'what we sign', expected: 'genuine', headers: () => sign({}) },
  { what: 'a little old', expected: 'genuine', headers: () => sign({ secondsAgo: 200 }) },
  {
    what: 'a rotation',
    expected: 'genuine',
    headers: () => sign({ secrets: [older, secret] }),
  },
  { what: 'another body', expected: 'refused', headers: () => sign({}), sent: tampered },
  { what: 'another secret', expected: 'refused', headers: () => sign({ secrets: [older] }) },
  { what: 'too old', expected: 'refused', headers: () => sign({ secondsAgo: 310 }) },
  { what: 'of the future', expected: 'refused', headers: () => sign({ secondsAgo: -400 }) },
  { what: 'no timestamp', expected: 'refused', headers: () => ['id', 'soon', 'v1,AAAA'] },
  { what: '400 digits', expected: 'refused', headers: () => ['id', '9'.repeat(400), 'v1,AAAA'] },
  {
    what: '5,000 digits',
    expected: 'refused',
    headers: () => ['id', '9'.repeat(5_000), 'v1,AAAA'],
  },
  {
    what: 'no signature',
    expected: 'refused',
    headers: () => [...sign({}).slice(0, 2), ''],
  },
]

interface Language {
  readonly name: string
  readonly command: string
  /** Arguments with which the command fails unless a sufficient version is installed. */
  readonly probe: readonly string[]
  readonly run: readonly string[]
  readonly compile?: readonly string[]
  /** Whether CI fails without it: it is part of the project, or of every machine that runs the tests. */
  readonly isWanted: boolean
}

const languages: readonly Language[] = [
  {
    name: 'Node.js',
    command: process.execPath,
    probe: ['--version'],
    run: [process.execPath, 'verify.mjs'],
    isWanted: true,
  },
  {
    name: 'Python',
    command: 'python3',
    probe: ['--version'],
    run: ['python3', 'verify.py'],
    isWanted: true,
  },
  {
    name: 'PHP',
    command: 'php',
    probe: ['--version'],
    run: ['php', 'verify.php'],
    isWanted: false,
  },
  {
    name: 'Ruby',
    command: 'ruby',
    probe: ['-ropenssl', '-rbase64', '-e', 'OpenSSL.method(:fixed_length_secure_compare)'],
    run: ['ruby', 'verify.rb'],
    isWanted: false,
  },
  {
    name: 'Go',
    command: 'go',
    probe: ['version'],
    compile: ['build', '-o', path.join(build, 'verify'), 'verify.go'],
    run: [path.join(build, 'verify')],
    isWanted: false,
  },
]

const isInstalled = ({ command, probe }: Language): boolean =>
  spawnSync(command, probe).status === 0

async function verify(
  { run: [command = '', ...args] }: Language,
  headers: readonly string[],
  sent: Buffer,
): Promise<string> {
  const child = spawn(command, [...args, ...headers], {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(sent)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output.trim()
}

describe.each(languages)('docs/examples/verify in $name', (language) => {
  const runs = isInstalled(language) || (language.isWanted && Boolean(process.env['CI']))

  test.skipIf(!runs)(
    'accepts genuine messages and refuses everything else',
    async () => {
      if (language.compile !== undefined) {
        const { status, stderr } = spawnSync(language.command, language.compile, { cwd: folder })
        if (status !== 0) throw new Error(stderr.toString())
      }
      const outcomes = await Promise.all(
        cases.map(async ({ what, headers, sent = body }) => [
          what,
          await verify(language, headers(), sent),
        ]),
      )
      expect(outcomes).toEqual(cases.map(({ what, expected }) => [what, expected]))
    },
    COMPILE_LIMIT_MS,
  )
})
