import type { Token } from 'markdown-it'

/** Level of a row of a table that describes a name, such as an error code or a variable: below all headings. */
export const ROW_LEVEL = 7

/** A heading and the text up to the next one, or a row of a table with an anchor. */
export interface Section {
  readonly level: number
  readonly id: string
  readonly title: string
  readonly text: string
}

/** @param tokens a page that begins with its heading */
export function readSections(tokens: readonly Token[]): Section[] {
  return tokens.flatMap((token, start) => {
    const id = token.attrGet('id') ?? ''
    if (token.type === 'heading_open') {
      const [title, text] = [tokens.slice(start, start + 2), upTo('heading_open', start + 2)]
      return [{ level: Number(token.tag.slice(1)), id, title: textOf(title), text: textOf(text) }]
    }
    if (token.type !== 'tr_open' || id === '') return []
    const [name, text] = [tokens.slice(start, start + 3), upTo('tr_close', start + 3)]
    return [{ level: ROW_LEVEL, id, title: textOf(name), text: textOf(text) }]
  })

  function upTo(type: string, start: number): readonly Token[] {
    const rest = tokens.slice(start)
    const end = rest.findIndex((token) => token.type === type)
    return end === -1 ? rest : rest.slice(0, end)
  }
}

/** Gives each row of a table that describes a name in code an anchor: that of its heading and the name. */
export function anchorRows(tokens: readonly Token[], slugOf: (name: string) => string): void {
  const taken = new Set(tokens.map((token) => token.attrGet('id') ?? ''))
  let heading = ''
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') heading = token.attrGet('id') ?? ''
    if (token.type !== 'tr_open' || tokens[index + 1]?.type !== 'td_open') continue
    const [name] = tokens[index + 2]?.children ?? []
    if (name?.type !== 'code_inline') continue
    const id = `${heading}-${slugOf(name.content)}`
    if (!taken.has(id)) token.attrSet('id', id)
    taken.add(id)
  }
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
