import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What other pages can link to in a page, and what it links to. */
export interface HtmlPage {
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
}

/** The pages of the built documentation, by the paths of their addresses. */
export function readHtmlPages(siteFolder: string): Map<string, HtmlPage> {
  const names = globSync('**/*.html', { cwd: siteFolder }).filter((name) => name !== '404.html')
  return new Map(
    names.map((name) => {
      const html = readFileSync(path.join(siteFolder, name), 'utf8')
      const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => unescaped(id))
      const links = [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) =>
        unescaped(link),
      )
      return [`/docs/${name.replace(/(?:index)?\.html$/, '')}`, { ids: new Set(ids), links }]
    }),
  )
}

function unescaped(text: string): string {
  return decodeURIComponent(
    text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('%', '%25'),
  ).replaceAll('%25', '%')
}
