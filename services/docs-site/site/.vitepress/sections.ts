import type { MarkdownRenderer } from 'vitepress'

/**
 * What follows a heading of the second level becomes one element, which a phone lays out when it comes near the screen
 * (style.css). The heading stays outside: links and the outline need its position.
 */
export function wrapSections(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('sections', (state) => {
    const { Token } = state
    const tokens: typeof state.tokens = []
    let isOpen = false
    const close = (): void => {
      if (!isOpen) return
      isOpen = false
      if (tokens.at(-1)?.type === 'section_open') tokens.pop()
      else tokens.push(new Token('section_close', 'div', -1))
    }
    for (const token of state.tokens) {
      if (token.type === 'heading_open' && token.level === 0 && /^h[12]$/.test(token.tag)) close()
      tokens.push(token)
      if (token.type !== 'heading_close' || token.level !== 0 || token.tag !== 'h2') continue
      const open = new Token('section_open', 'div', 1)
      open.attrSet('class', 'section')
      tokens.push(open)
      isOpen = true
    }
    close()
    state.tokens = tokens
  })
}
