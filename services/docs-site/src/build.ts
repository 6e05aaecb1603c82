import { createHash } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { compressFiles } from '@takeoff/kit/http/compress-files'
import { buildAssets } from './assets.ts'
import { cacheFolder, siteFolder } from './folders.ts'
import { homePage } from './home.ts'
import { renderPage } from './layout/page.ts'
import { Sidebars } from './layout/sidebars.ts'
import { createLlmsText } from './llms.ts'
import { renderPages } from './markdown/render.ts'
import { collectPages } from './pages.ts'
import type { Pages } from './pages.ts'
import { createReference } from './reference/reference.ts'
import { createSearchIndex } from './search-index.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const HASH_FILE = 'content-hash.txt'
/** No build takes that long. */
const ABANDONED_MS = 3_600_000
const MISSING = `# There is no such page

[To the start of the documentation](index.md)
`

/** Builds the site, unless it is what would be built. @returns whether it was built */
export async function buildSite(): Promise<boolean> {
  const pages = readPages()
  const hash = hashOf(pages)
  if (hash === readHash()) return false
  const built = path.join(cacheFolder, `built-${process.pid}`)
  removeLeftovers()
  // The Markdown itself too, for programs that read.
  for (const [name, content] of pages) write(path.join(built, name), content)
  for (const [name, html] of await renderSite(pages, built)) write(path.join(built, name), html)
  compressFiles(path.join(built, 'assets'))
  write(path.join(built, 'llms.txt'), createLlmsText(pages))
  write(path.join(built, HASH_FILE), hash)
  replaceSite(built)
  return true
}

/** @returns the HTML of all pages, which load what this writes to a folder */
async function renderSite(pages: Pages, folder: string): Promise<Map<string, string>> {
  const markdown = [...pages].filter(([name]) => name.endsWith('.md'))
  const texts = new Map(
    [...markdown, ['404.md', MISSING]].map(([name, text]) => [name, String(text)]),
  )
  const { contents, codeStyles } = await renderPages(texts, pages)
  const searchIndex = createSearchIndex(contents)
  const assets = await buildAssets(folder, { codeStyles, searchIndex })
  const sidebars = new Sidebars(pages)
  return new Map(
    [...contents].map(([place, content]) => [
      place.replace(/md$/, 'html'),
      renderPage({ place, content, sidebar: sidebars.of(place), assets }),
    ]),
  )
}

/** All that the site is made from. */
export function readPages(): Pages {
  const sdl = readFileSync(path.join(root, 'gateway/supergraph.graphql'), 'utf8')
  const reference = createReference(sdl, path.join(root, 'services/client/operations'))
  return new Map([
    ['index.md', homePage],
    ...collectPages(root),
    ...[...reference].map(([name, text]) => [`reference/${name}`, text] as const),
  ])
}

function hashOf(pages: Pages): string {
  const hash = createHash('sha256')
  for (const [name, content] of pages) hash.update(`${name}\n`).update(content)
  const own = path.resolve(import.meta.dirname, '..')
  for (const name of globSync('{package.json,src/**/*.ts,web/*.*}', {
    cwd: own,
  }).sort())
    hash.update(`${name}\n`).update(readFileSync(path.join(own, name)))
  return hash.digest('hex')
}

function readHash(): string | undefined {
  try {
    return readFileSync(path.join(siteFolder, HASH_FILE), 'utf8')
  } catch {
    return undefined
  }
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/** What builds that were killed have left. */
function removeLeftovers(): void {
  for (const name of globSync('{built,old}-*', { cwd: cacheFolder })) {
    const folder = path.join(cacheFolder, name)
    if (Date.now() - statSync(folder).mtimeMs > ABANDONED_MS)
      rmSync(folder, { recursive: true, force: true })
  }
}

/** A site that is read meanwhile is missing for a moment only. */
function replaceSite(built: string): void {
  const old = path.join(cacheFolder, `old-${process.pid}`)
  try {
    renameSync(siteFolder, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  renameSync(built, siteFolder)
  rmSync(old, { recursive: true, force: true })
}
