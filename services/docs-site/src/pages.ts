import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { audiences } from './navigation.ts'

/** Files of the site by their path in it: Markdown, and what it links to. */
export type Pages = ReadonlyMap<string, string | Buffer>

/** Pages that no audience needs to read, and that others link to. */
const OTHERS = 'source'
/** Files that are not pages, such as examples. */
const FILES = 'files'

const places = new Map(
  audiences.flatMap(({ name, sections }) => {
    const files = sections.flatMap(({ pages }) => pages)
    return files.map((file, index) => {
      const slug = slugOf(file)
      // `services/console/README.md` beside `docs/console.md`.
      const isTaken = !file.startsWith('docs/') && files.includes(`docs/${slug}.md`)
      const own = isTaken ? `repository-${slug}` : slug
      return [file, `${name}/${index === 0 ? 'index' : own}.md`] as const
    })
  }),
)

/** @returns the path of a Markdown file of the repository in the site */
export function placeOf(file: string): string {
  return places.get(file) ?? `${OTHERS}/${slugOf(file)}.md`
}

/** @returns the address of a file of the site */
export function addressOf(place: string): string {
  return `/docs/${place.replace(/(?:(?<![^/])index)?\.md$/, '')}`
}

/** `docs/adr/README.md` is `adr`, `services/webhooks/README.md` is `webhooks`. */
function slugOf(file: string): string {
  return file
    .replace(/^(?:docs|services)\//, '')
    .replace(/(?:\/README)?\.md$/, '')
    .replaceAll('/', '-')
    .toLowerCase()
}

/**
 * Reads the pages of the navigation, and all that they link to. Their links lead to places of the site.
 * @param root folder of the repository
 */
export function collectPages(root: string): Pages {
  const pages = new Map<string, string | Buffer>()
  const waiting = [...places.keys()]
  const known = new Set(waiting)
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const { text, linked } = withSiteLinks(readFileSync(path.join(root, file), 'utf8'), file, root)
    pages.set(placeOf(file), text)
    for (const target of linked) {
      if (known.has(target)) continue
      known.add(target)
      if (target.endsWith('.md')) waiting.push(target)
      else pages.set(`${FILES}/${target}`, readFileSync(path.join(root, target)))
    }
  }
  return pages
}

/** The title of a page: its first heading. */
export function titleOf(text: string | Buffer | undefined): string {
  return /^# (.+)$/m.exec(String(text ?? ''))?.[1]?.replaceAll('`', '') ?? ''
}

function withSiteLinks(text: string, file: string, root: string) {
  const linked: string[] = []
  const rewrite = (whole: string, label: string, target: string): string => {
    if (/^(?:[a-z]+:|#)/.test(target)) return whole
    const [named = '', anchor] = target.split('#', 2)
    const found = path.posix.join(path.posix.dirname(file), named)
    const isFolder = statSync(path.join(root, found)).isDirectory()
    const readme = path.posix.join(found, 'README.md')
    // A folder without a README has no page.
    if (isFolder && !existsIn(root, readme)) return label.slice(1, -1)
    const wanted = isFolder ? readme : found
    linked.push(wanted)
    const place = wanted.endsWith('.md') ? placeOf(wanted) : `${FILES}/${wanted}`
    const link = path.posix.relative(path.posix.dirname(placeOf(file)), place)
    return `${label}(${link}${anchor === undefined ? '' : `#${anchor}`})`
  }
  // Code is left as it is.
  const parts = text.split(/^(```[\s\S]*?^```)$/m)
  const rewritten = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replaceAll(/(!?\[[^\]]*\])\(([^)\s]+)\)/g, rewrite),
  )
  return { text: rewritten.join(''), linked }
}

function existsIn(root: string, file: string): boolean {
  return statSync(path.join(root, file), { throwIfNoEntry: false }) !== undefined
}
