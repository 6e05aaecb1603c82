import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { readCompose, readRepositoryFile } from '../support/processes.ts'
import type { Image } from './build-image.ts'

const root = path.resolve(import.meta.dirname, '../..')
const LIMIT_MS = 30_000

const builds = Object.entries(readCompose().services).flatMap(([name, { build }]) =>
  build === undefined ? [] : [{ name, ...build }],
)

/** Names of the services in docker-compose.yml that have an image of ours, with the stages of the Dockerfile. */
export const targets = builds.map(({ name, target }) => [name, target] as const)

/** All images have one. */
export const dockerfile = builds[0]?.dockerfile ?? ''

/** Output of the programs of an image that cannot start, or explain themselves, with what the image has. */
export function failuresOf(image: Image, service: string): string[] {
  const [, ...main] = image.command
  // A wrong port is an error of the configuration, which is read when all modules are loaded.
  const started = runIn(image, main)
  const failures = started.includes('- PORT ') ? [] : [`${main.join(' ')}: ${started}`]
  const programs = operatorPrograms(service)
  const outputs = runIn(image, ['--input-type=module', '--eval', CALL_EACH, ...programs]).split(END)
  return failures.concat(
    programs.flatMap((file, index) => {
      const output = outputs[index] ?? 'it was not reached'
      return output.includes('Usage:') ? [] : [`${file}: ${output}`]
    }),
  )
}

/** Stands after the output of a program. */
const END = '\0'

/** Shows the help of all programs in one process: they load mostly the same modules, which takes most of the time. */
const CALL_EACH = `
  import path from 'node:path'
  for (const file of process.argv.slice(1)) {
    process.argv = [process.execPath, path.resolve(file), '--help']
    await import(process.argv[1]).catch((error) => console.log(error))
    process.stdout.write('\\0')
  }
`

/** What Node prints in the folder of an image. */
function runIn({ folder }: Image, args: readonly string[]): string {
  // Both streams in one, so that each line stands with the program that printed it.
  const merged = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, ...args]
  const { stdout } = spawnSync('sh', merged, {
    cwd: folder,
    env: { NODE_ENV: 'production', PORT: 'none', NODE_COMPILE_CACHE: compileCacheFolder },
    encoding: 'utf8',
    timeout: LIMIT_MS,
  })
  return stdout
}

/** Programs that the documents, and the manifests of Kubernetes, run in the image of a service. */
export function operatorPrograms(service: string): string[] {
  const text = globSync('docs/{*.md,kubernetes/**/*.yaml}', { cwd: root })
    .map((file) => readRepositoryFile(file))
    .join('\n')
    // A command of several lines.
    .replaceAll(/\\\n\s*/g, '')
  const command = new RegExp(
    String.raw`(?:docker compose .* ${service} node |command: \[node, (?=services/${service}/))([\w/-]+\.ts)`,
    'g',
  )
  // The function of docs/restore.md.
  const called = text.matchAll(new RegExp(`^program ${service} ([\\w-]+)`, 'gm'))
  return [
    ...new Set([
      ...Array.from(text.matchAll(command), ([, file = '']) => file),
      ...Array.from(called, ([, program = '']) => `services/${service}/src/${program}.ts`),
    ]),
  ]
}
