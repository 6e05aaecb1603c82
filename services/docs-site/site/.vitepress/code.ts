import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { MarkdownOptions } from 'vitepress'

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number]
type Parent = Parameters<NonNullable<Transformer['code']>>[0]
type Child = Parent['children'][number]

/** Classes for the colors of words in code, by the style attribute that the highlighter writes. */
const classes = new Map(
  [
    ...readFileSync(path.join(import.meta.dirname, 'theme/code.css'), 'utf8').matchAll(
      /^\.vp-code \.(\w+) \{\n {2}--shiki-light: (#\w+);\n {2}--shiki-dark: (#\w+);/gm,
    ),
  ].map(([, name = '', light = '', dark = '']) => [styleOf(light, dark), name] as const),
)
/** The color of code itself (code.css), in which words need no element. */
const PLAIN = styleOf('#0e1116', '#f0f3f6')

/**
 * Code with few elements: a page of the reference has thousands of words in code, and each element with a style
 * attribute costs a phone time.
 */
export const fewElements: Transformer = {
  name: 'few-elements',
  code(code) {
    code.children = code.children.flatMap((line) => (isElement(line) ? line.children : line))
    code.children = code.children.flatMap((word): Child[] => {
      if (!isElement(word)) return [word]
      const style = String(word.properties['style']).toLowerCase().replace(/;$/, '')
      if (style === PLAIN) return word.children
      const name = classes.get(style)
      return [name === undefined ? word : { ...word, properties: { class: name } }]
    })
  },
}

function isElement(node: Child): node is Extract<Child, { type: 'element' }> {
  return node.type === 'element'
}

function styleOf(light: string, dark: string): string {
  return `--shiki-light:${light};--shiki-dark:${dark}`
}
