import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { afterEach, expect, test, vi } from 'vitest'
import { findDocker, startRabbitmqContainer } from './rabbitmq-container.ts'

afterEach(() => void vi.unstubAllEnvs())

/** The arguments of `docker run` for each of two starts, given to a program that writes down its arguments. */
async function runsWith(info: string): Promise<string[][]> {
  await using folder = await openTemporaryFolder('takeoff-container')
  const inFolder = (name: string): string => path.join(folder.path, name)
  await writeFile(
    inFolder('docker'),
    `#!/bin/sh
echo "$@" >> '${inFolder('calls')}'
[ "$1" != info ] || echo '${info}'
`,
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', folder.path)
  const docker = await findDocker()
  if (docker === undefined) throw new Error('the program did not respond')
  for (const _start of [1, 2]) {
    await using container = await startRabbitmqContainer(docker, {
      directory: inFolder('rabbitmq'),
      logFile: inFolder('rabbitmq.log'),
      username: 'takeoff',
      password: 'test',
      port: 5672,
    })
    await container.exited
  }
  const [first, ...runs] = (await readFile(inFolder('calls'), 'utf8')).trimEnd().split('\n')
  expect(first).toMatch(/^info /)
  return runs.map((run) => run.split(' '))
}

const userOptions = (run: readonly string[]): string[] =>
  run.filter((argument) => argument.startsWith('--user'))

test.each(['Debian GNU/Linux 12 [name=seccomp]', 'Debian GNU/Linux 12 [name=userns]'])(
  'the data of a container belongs to the user of this process, who can remove it (%s)',
  async (info) => {
    const own = [`--user=${process.getuid?.()}:${process.getgid?.()}`, '--userns=host']
    expect((await runsWith(info)).map(userOptions)).toEqual([own, own])
  },
)

test.each(['Debian GNU/Linux 12 [name=rootless]', 'Docker Desktop [name=seccomp]'])(
  'where the user of this process could not write into the folder (%s), the container has the user of its image',
  async (info) => {
    expect((await runsWith(info)).map(userOptions)).toEqual([[], []])
  },
)
