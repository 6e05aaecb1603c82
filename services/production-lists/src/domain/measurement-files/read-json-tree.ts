import { DEPTH_MAX, ELEMENTS_MAX } from './element.ts'
import type { Element } from './element.ts'
import { UnreadableMeasurementsError } from './measurement-file.ts'

/** In JSON, attributes begin so, and a processing instruction with a question mark. */
const ATTRIBUTE = '@'
const TEXT_KEY = '#text'

interface Count {
  elements: number
}

/**
 * The tree of a report that is written as JSON: attributes are keys that begin with `@`, a child is an object, several
 * children of one name are an array.
 * @throws UnreadableMeasurementsError for a tree that is too deep or too large, or has an attribute that is no text
 */
export function readJsonTree(name: string, json: unknown): Element {
  return elementOf(name, json, { count: { elements: 0 }, depth: 1 })
}

function elementOf(
  name: string,
  json: unknown,
  { count, depth }: { readonly count: Count; readonly depth: number },
): Element {
  count.elements += 1
  if (depth > DEPTH_MAX || count.elements > ELEMENTS_MAX) {
    throw new UnreadableMeasurementsError(
      'TOO_MUCH',
      `The file has more than ${DEPTH_MAX} levels or ${ELEMENTS_MAX} elements: it is no report of a house.`,
    )
  }
  const attributes = new Map<string, string>()
  const children: Element[] = []
  if (typeof json !== 'object' || json === null) {
    return { name, attributes, children, text: isPlain(json) ? String(json) : '' }
  }
  let text = ''
  for (const [key, value] of Object.entries(json)) {
    if (key === TEXT_KEY) text = isPlain(value) ? String(value) : ''
    else if (key.startsWith(ATTRIBUTE)) {
      const attribute = attributeOf(name, key, value)
      if (attribute !== undefined) attributes.set(key.slice(ATTRIBUTE.length), attribute)
    } else if (!key.startsWith('?')) {
      const members: readonly unknown[] = Array.isArray(value) ? value : [value]
      for (const member of members)
        children.push(elementOf(key, member, { count, depth: depth + 1 }))
    }
  }
  return { name, attributes, children, text }
}

function attributeOf(name: string, key: string, value: unknown): string | undefined {
  if (value === null) return undefined
  if (isPlain(value)) return String(value)
  throw new UnreadableMeasurementsError(
    'MALFORMED',
    `${name} has an attribute ${key.slice(0, 40)} that is an object or a list; it must be a text.`,
  )
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
