import type { Token } from 'markdown-it'

/** A heading and the text up to the next one. */
export interface Section {
  readonly level: number
  readonly id: string
  readonly title: string
  readonly text: string
}

/** @param tokens a page that begins with its heading */
export function readSections(tokens: readonly Token[]): Section[] {
  const starts = tokens.flatMap((token, index) => (token.type === 'heading_open' ? [index] : []))
  return starts.map((start, index) => ({
    level: Number(tokens[start]?.tag.slice(1)),
    id: tokens[start]?.attrGet('id') ?? '',
    title: textOf(tokens.slice(start, start + 2)),
    text: textOf(tokens.slice(start + 2, starts[index + 1])),
  }))
}

function textOf(tokens: readonly Token[]): string {
  const texts = tokens.map(({ type, content, children }) => {
    if (type === 'fence') return content
    return (children ?? [])
      .map((child) => (/^(?:text|code_inline)$/.test(child.type) ? child.content : ' '))
      .join('')
  })
  return texts.join(' ').trim()
}
