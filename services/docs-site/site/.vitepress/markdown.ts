import type { MarkdownRenderer } from 'vitepress'

/** Anchors as code hosts make them, so that a link works in both places. */
export function codeHostSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}

/** What differs between Markdown of a code host and of VitePress. */
export function readAsOnCodeHosts(markdown: MarkdownRenderer): void {
  const { rules } = markdown.renderer
  // Text is no template of Vue.
  const escape = (text = ''): string =>
    markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;')
  rules.text = (tokens, index) => escape(tokens[index]?.content)
  rules.code_inline = (tokens, index) => `<code>${escape(tokens[index]?.content)}</code>`
  // An example is no page, which the theme would show in place of the current one.
  const openLink = rules.link_open
  rules.link_open = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (/^(?:\.\.\/)*files\//.test(token?.attrGet('href') ?? '')) token?.attrSet('target', '_self')
    return openLink?.(tokens, index, ...rest) ?? ''
  }
  // A table without headings has empty ones in Markdown, which say nothing to a screen reader.
  markdown.core.ruler.push('empty_headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '') continue
      for (const part of [token, tokens[index + 2]]) if (part !== undefined) part.tag = 'td'
    }
  })
}
