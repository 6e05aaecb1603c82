import { invariant } from '@takeoff/kit/values/invariant'
import { SaxesParser } from 'saxes'
import { DEPTH_MAX, ELEMENTS_MAX } from './element.ts'
import type { Element } from './element.ts'
import { UnreadableMeasurementsError } from './measurement-file.ts'

const ATTRIBUTE_LENGTH_MAX = 100_000

interface OpenElement extends Element {
  readonly attributes: Map<string, string>
  readonly children: Element[]
  text: string
}

/**
 * The tree of an XML document. Nothing is fetched and no entity is expanded but the five of XML itself.
 * @throws UnreadableMeasurementsError for text that is not well-formed, and for a document type declaration
 */
export function readXml(text: string): Element {
  const parser = new SaxesParser()
  const root = open('', new Map())
  const path = [root]
  let count = 0
  parser.on('error', ({ message }) => {
    throw new UnreadableMeasurementsError(
      'MALFORMED',
      `The file is not well-formed XML (line:column: ${message.slice(0, 200)}). Export it again.`,
    )
  })
  parser.on('doctype', () => {
    throw new UnreadableMeasurementsError(
      'DOCTYPE',
      'The file has a document type declaration (DOCTYPE), which is not read. Export it without one.',
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (path.length > DEPTH_MAX) throw tooMuch(`more than ${DEPTH_MAX} levels`)
    if (count > ELEMENTS_MAX) throw tooMuch(`more than ${ELEMENTS_MAX} elements`)
    const values = new Map(Object.entries(attributes))
    for (const value of values.values()) {
      if (value.length > ATTRIBUTE_LENGTH_MAX)
        throw tooMuch(`an attribute of more than ${ATTRIBUTE_LENGTH_MAX} characters`)
    }
    const element = open(name, values)
    path.at(-1)?.children.push(element)
    path.push(element)
  })
  parser.on('text', (piece) => {
    const element = path.at(-1)
    if (element !== undefined && element !== root) element.text += piece
  })
  parser.on('cdata', (piece) => {
    const element = path.at(-1)
    if (element !== undefined) element.text += piece
  })
  parser.on('closetag', () => void path.pop())
  parser.write(text).close()
  const [document] = root.children
  invariant(document !== undefined, 'a well-formed document has no element')
  return document
}

function open(name: string, attributes: Map<string, string>): OpenElement {
  return { name, attributes, children: [], text: '' }
}

function tooMuch(what: string): UnreadableMeasurementsError {
  return new UnreadableMeasurementsError(
    'TOO_MUCH',
    `The file has ${what}: it is no report of a house.`,
  )
}
