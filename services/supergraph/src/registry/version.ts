import { hash } from 'node:crypto'
import { parseJson } from '@takeoff/kit/values/json'
import { z } from 'zod'
import type { SubgraphSchema } from '../composition/supergraph-config.ts'

const ID_DIGITS = 16

/** A supergraph with the subgraphs that it was composed of. Never changes: its id is made of its content. */
export interface Version {
  readonly id: string
  readonly subgraphs: readonly SubgraphSchema[]
  readonly supergraphSdl: string
}

/** A version with the signature of its publisher. */
export interface SignedVersion extends Version {
  readonly signature: string
}

const versionFile = z.object({
  subgraphs: z.array(z.object({ name: z.string(), url: z.string(), sdl: z.string() })),
  supergraphSdl: z.string(),
})

export function versionOf(subgraphs: readonly SubgraphSchema[], supergraphSdl: string): Version {
  const sorted = subgraphs
    .map(({ name, url, sdl }) => ({ name, url, sdl }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const content = { subgraphs: sorted, supergraphSdl }
  return { id: contentId(writeVersion(content)), ...content }
}

export function writeVersion({ subgraphs, supergraphSdl }: Omit<Version, 'id'>): string {
  return JSON.stringify({ subgraphs, supergraphSdl })
}

/** Undefined when the text differs from the written one: cut off, changed, or something else. */
export function readVersion(text: string, id?: string): Version | undefined {
  const file = versionFile.safeParse(parseJson(text))
  if (!file.success) return undefined
  const version = versionOf(file.data.subgraphs, file.data.supergraphSdl)
  return id === undefined || version.id === id ? version : undefined
}

/** Identifies a text by its content. */
export function contentId(text: string): string {
  return hash('sha256', text).slice(0, ID_DIGITS)
}
