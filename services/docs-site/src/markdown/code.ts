import { createHighlighter } from 'shiki'
import type { Highlighter, ShikiTransformer } from 'shiki'

type Parent = Parameters<NonNullable<ShikiTransformer['code']>>[0]
type Child = Parent['children'][number]

const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' }

/**
 * Highlights code with classes in place of style attributes, and without elements for lines and for words in the color of
 * the text: pages of the reference have thousands of words in code.
 */
export class CodeHighlighter {
  readonly #highlighter: Highlighter
  readonly #classes = new Map<string, string>()
  readonly #transformer: ShikiTransformer = {
    name: 'classes',
    pre: (pre) => {
      pre.properties = { class: 'code', tabindex: '0' }
    },
    code: (code) => {
      code.children = code.children
        .flatMap((line) => (isElement(line) ? line.children : line))
        .flatMap((word) => this.#withClass(word))
    },
  }

  private constructor(highlighter: Highlighter) {
    this.#highlighter = highlighter
  }

  /** @param languages those that code is written in */
  static async create(languages: readonly string[]): Promise<CodeHighlighter> {
    const themes = Object.values(THEMES)
    return new CodeHighlighter(await createHighlighter({ themes, langs: [...languages] }))
  }

  /** @returns HTML */
  highlight(code: string, language: string): string {
    return this.#highlighter.codeToHtml(code.trimEnd(), {
      lang: language === '' ? 'text' : language,
      themes: THEMES,
      defaultColor: 'light-dark()',
      transformers: [this.#transformer],
    })
  }

  /** The styles of all code highlighted so far. */
  styles(): string {
    return [...this.#classes].map(([style, name]) => `.code .${name} { ${style} }\n`).join('')
  }

  #withClass(word: Child): Child[] {
    if (!isElement(word)) return [word]
    const [style] = /^color:[^;]+/.exec(String(word.properties['style']).toLowerCase()) ?? []
    if (style === undefined || style === this.#plain()) return word.children
    const name = this.#classes.get(style) ?? `c${this.#classes.size}`
    this.#classes.set(style, name)
    return [{ ...word, properties: { class: name } }]
  }

  /** The style of words in the color of the text. */
  #plain(): string {
    const [light, dark] = Object.values(THEMES).map((name) => this.#highlighter.getTheme(name).fg)
    return `color:light-dark(${light}, ${dark})`.toLowerCase()
  }
}

function isElement(node: Child): node is Extract<Child, { type: 'element' }> {
  return node.type === 'element'
}
