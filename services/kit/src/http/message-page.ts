import { escapeHtml } from '../values/escape-html.ts'

/** A page without the application: it has no script, and no style but the browser's own. */
export interface MessagePage {
  readonly title: string
  /** One paragraph each. */
  readonly text: readonly string[]
  readonly link?: { readonly href: string; readonly text: string }
  /** The page is loaded again after this long. */
  readonly reloadSeconds?: number
}

/** @returns HTML, in which title and texts are escaped */
export function messagePage({ title, text, link, reloadSeconds }: MessagePage): string {
  const refresh =
    reloadSeconds === undefined ? '' : `\n<meta http-equiv="refresh" content="${reloadSeconds}">`
  const paragraphs = text.map((one) => `<p>${escapeHtml(one)}</p>`).join('\n')
  const anchor =
    link === undefined
      ? ''
      : `\n<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">${refresh}
<title>${escapeHtml(title)}</title>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs}${anchor}
</main>
</html>
`
}
