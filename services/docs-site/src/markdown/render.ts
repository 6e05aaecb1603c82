import path from 'node:path'
import MarkdownIt from 'markdown-it'
import type { MarkdownIt as Parser, Token } from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { addressOf } from '../pages.ts'
import type { Pages } from '../pages.ts'
import { CodeHighlighter } from './code.ts'
import { anchorRows, readSections } from './sections.ts'
import type { Section } from './sections.ts'

/** A page of Markdown as HTML. */
export interface Content {
  readonly html: string
  /** The page from heading to heading. */
  readonly sections: readonly Section[]
}

export interface RenderedPages {
  /** By the path of the Markdown file. */
  readonly contents: ReadonlyMap<string, Content>
  /** The styles of their code. */
  readonly codeStyles: string
}

/**
 * @param pages Markdown by its path in the site
 * @param files all files of the site, of which the pictures are read
 */
export async function renderPages(
  pages: ReadonlyMap<string, string>,
  files: Pages,
): Promise<RenderedPages> {
  const languages = [...pages.values()].flatMap((text) =>
    [...text.matchAll(/^ *```(\w+)/gm)].map(([, language = '']) => language),
  )
  const code = await CodeHighlighter.create([...new Set(languages)])
  const contents = new Map<string, Content>()
  for (const [place, text] of pages) {
    const markdown = createMarkdown(place, code, files)
    const tokens = markdown.parse(text, {})
    const html = markdown.renderer.render(tokens, markdown.options, {})
    contents.set(place, { html, sections: readSections(tokens) })
  }
  return { contents, codeStyles: code.styles() }
}

function createMarkdown(place: string, code: CodeHighlighter, files: Pages): Parser {
  const markdown = new MarkdownIt({ html: true, linkify: true })
  markdown.renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    // A name of a file may follow.
    const [language = ''] = info.split(' ', 1)
    return `<div class="code-block">${code.highlight(content, language)}<button type="button">Copy</button></div>`
  }
  // `README.md` is no address.
  markdown.linkify.set({ fuzzyLink: false })
  markdown.use(anchor, {
    slugify: codeHostSlug,
    tabIndex: false,
    permalink: anchor.permalink.linkInsideHeader({
      symbol: '#',
      renderAttrs: (slug) => ({ 'aria-label': `Link to ${slug}` }),
    }),
  })
  markdown.core.ruler.push('site', ({ tokens }) => {
    anchorRows(tokens, codeHostSlug)
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') token.attrSet('tabindex', '0')
      // The content security policy allows no style attributes, which a column with numbers has.
      if (token.attrGet('style') === 'text-align:right') token.attrs = [['class', 'right']]
      // A table without headings has empty ones in Markdown, which say nothing to a screen reader.
      if (token.type === 'th_open' && tokens[index + 1]?.content === '')
        for (const part of [token, tokens[index + 2]].filter((one) => one !== undefined))
          part.tag = 'td'
      for (const child of token.children ?? []) adaptInline(child, place, files)
    }
  })
  return markdown
}

/** Gives links their addresses on the site, and pictures their sizes. */
function adaptInline(token: Token, place: string, files: Pages): void {
  for (const name of ['href', 'src']) {
    const target = token.attrGet(name)
    if (target !== null) token.attrSet(name, resolve(target, place))
  }
  if (token.type === 'image') {
    token.attrSet('loading', 'lazy')
    for (const [name, pixels] of pictureSize(token.attrGet('src'), files))
      token.attrSet(name, String(pixels))
  }
  if (/^https?:/.test(String(token.attrGet('href')))) token.attrSet('rel', 'noreferrer')
}

/** @returns the address of a link's target on the site */
function resolve(target: string, place: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [file = '', hash] = target.split('#', 2)
  const address = addressOf(path.posix.join(path.posix.dirname(place), file))
  return hash === undefined ? address : `${address}#${hash}`
}

/** Attributes with which the text below a picture does not move when it arrives; none of another format than PNG. */
function pictureSize(address: string | null, files: Pages): [name: string, pixels: number][] {
  const content = files.get(address?.replace('/docs/', '') ?? '')
  if (!Buffer.isBuffer(content) || content.toString('latin1', 1, 4) !== 'PNG') return []
  return [
    ['width', content.readUInt32BE(16)],
    ['height', content.readUInt32BE(20)],
  ]
}

/** Anchors as code hosts make them, so that a link works in both places. */
function codeHostSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}
