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
  const programs = operatorPrograms(service).map((file) => ({
    args: [file, '--help'],
    is: 'Usage:',
  }))
  // A wrong port is an error of the configuration, which is read when all modules are loaded.
  return [{ args: main, is: '- PORT ' }, ...programs].flatMap(({ args, is }) => {
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: image.folder,
      env: { NODE_ENV: 'production', PORT: 'none', NODE_COMPILE_CACHE: compileCacheFolder },
      encoding: 'utf8',
      timeout: LIMIT_MS,
    })
    const output = stdout + stderr
    return output.includes(is) ? [] : [`${args.join(' ')}: ${output}`]
  })
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
