import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { afterEach, expect, test, vi } from 'vitest'
import { startRabbitmqContainer } from './rabbitmq-container.ts'

afterEach(() => void vi.unstubAllEnvs())

/** The arguments of `docker run`, given to a program that writes them down and ends. */
async function argumentsWith(securityOptions: string): Promise<string[]> {
  await using folder = await openTemporaryFolder('takeoff-container')
  const inFolder = (name: string): string => path.join(folder.path, name)
  await writeFile(
    inFolder('docker'),
    `#!/bin/sh
case "$1" in
  info) echo '${securityOptions}';;
  run) printf '%s\\n' "$@" > '${inFolder('arguments')}';;
esac
`,
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', folder.path)
  await using container = await startRabbitmqContainer({
    directory: inFolder('rabbitmq'),
    logFile: inFolder('rabbitmq.log'),
    username: 'takeoff',
    password: 'test',
    port: 5672,
  })
  await container.exited
  return (await readFile(inFolder('arguments'), 'utf8')).split('\n')
}

test('the data of a container belongs to the user of this process, who can remove it', async () => {
  expect(await argumentsWith('[name=seccomp,profile=builtin]')).toContain(
    `--user=${process.getuid?.()}:${process.getgid?.()}`,
  )
})

test.each(['rootless', 'userns'])(
  'where Docker maps users (%s), the container has the user of its image, who can write into the folder',
  async (name) => {
    const args = await argumentsWith(`[name=seccomp,profile=builtin name=${name}]`)
    expect(args.filter((argument) => argument.startsWith('--user'))).toEqual([])
  },
)
