import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildFolder, hashFiles } from '@takeoff/kit/build/build-folder'
import { compressFiles } from '@takeoff/kit/build/compress-files'
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
const MISSING = `# There is no such page

[To the start of the documentation](index.md)
`

/** Builds the site, unless it is what would be built. @returns whether it was built */
export function buildSite(): Promise<boolean> {
  const pages = readPages()
  return buildFolder({
    folder: siteFolder,
    staging: cacheFolder,
    hash: hashOf(pages),
    write: (folder) => writeSite(pages, folder),
  })
}

async function writeSite(pages: Pages, folder: string): Promise<void> {
  // The Markdown itself too, for programs that read.
  for (const [name, content] of pages) write(path.join(folder, name), content)
  for (const [name, html] of await renderSite(pages, folder)) write(path.join(folder, name), html)
  compressFiles(path.join(folder, 'assets'))
  write(path.join(folder, 'llms.txt'), createLlmsText(pages))
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
  const patterns = ['package.json', 'src/**/*.ts', 'web/*.*']
  return hashFiles(hash, own, globSync(patterns, { cwd: own })).digest('hex')
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
