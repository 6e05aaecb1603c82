import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { errorMessage } from '@takeoff/kit/values/caught'

/** The shape that rover reads: https://www.apollographql.com/docs/rover/commands/supergraphs */
const supergraphConfig = z.strictObject({
  federation_version: z
    .union([z.string(), z.number()])
    .transform(String)
    .refine(
      (version) => /^=?2(\.\d+){0,2}$/.test(version),
      'must be a version of Federation 2, such as =2.12',
    )
    .optional(),
  subgraphs: z
    .record(
      z.string(),
      z.strictObject({ routing_url: z.url(), schema: z.strictObject({ file: z.string() }) }),
    )
    .refine((subgraphs) => Object.keys(subgraphs).length > 0, 'must name at least one subgraph'),
})

/** A subgraph as the composition takes it. */
export interface SubgraphSchema {
  readonly name: string
  readonly url: string
  /** The text of its schema file. */
  readonly sdl: string
}

/** The file, or a schema that it names, cannot be used; the message says where and why. */
export class SupergraphConfigError extends CommandFailedError {}

/**
 * Reads a supergraph.yaml and the schema files it names, which are found relative to it.
 * @throws SupergraphConfigError
 */
export async function readSupergraphConfig(path: string): Promise<SubgraphSchema[]> {
  const config = supergraphConfig.safeParse(parseYaml(path, await read(path)))
  if (!config.success) throw new SupergraphConfigError(`${path}:\n${z.prettifyError(config.error)}`)
  return Promise.all(
    Object.entries(config.data.subgraphs).map(async ([name, { routing_url, schema }]) => ({
      name,
      url: routing_url,
      sdl: await read(resolve(dirname(path), schema.file)),
    })),
  )
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unusable(`${path} cannot be read`, error)
  }
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw unusable(`${path} is no YAML`, error)
  }
}

function unusable(what: string, cause: unknown): SupergraphConfigError {
  return new SupergraphConfigError(`${what}: ${errorMessage(cause)}`, { cause })
}
