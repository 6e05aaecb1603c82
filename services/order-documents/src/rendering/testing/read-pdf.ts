import { inflateSync } from 'node:zlib'

/** The objects of a PDF file, parsed as far as our own files need it. */
export interface ReadPdf {
  /** Each object without its stream and on one line, by its number. */
  readonly objects: ReadonlyMap<number, string>
  /** The drawing of each page. */
  readonly pages: readonly { readonly id: number; readonly content: string }[]
  /** The structure, such as `Document(H1 P Table(TR(TH TH)))`. */
  readonly outline: string
  /** Content that neither belongs to the structure nor is marked as an artifact. */
  readonly unmarked: readonly string[]
  /** Contradictions within the structure. */
  readonly violations: readonly string[]
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const { objects, streams } = readObjects(Buffer.from(bytes).toString('latin1'))
  const text = (id: number): string => objects.get(id) ?? ''
  const pages = Array.from(objects)
    .filter(([, text]) => text.includes('/Type /Page '))
    .map(([id, text]) => ({ id, content: streams.get(numberAt(text, '/Contents')) ?? '' }))
  const root = numberAt(text(numberAt(catalogOf(objects), '/StructTreeRoot')), '/K [')
  return {
    objects,
    pages,
    outline: outlineOf(text, root),
    unmarked: pages.flatMap(({ content }) => unmarkedIn(content)),
    violations: violationsOf(objects, pages),
  }
}

function readObjects(source: string) {
  const objects = new Map<number, string>()
  const streams = new Map<number, string>()
  for (const [, id, text = ''] of source.matchAll(/(?<=\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [head = '', packed] = text.split(/\nstream\n/s)
    objects.set(Number(id), head.replaceAll('\n', ' '))
    const stream = packed?.slice(0, numberAt(head, '/Length'))
    if (stream === undefined || !head.includes('FlateDecode')) continue
    streams.set(Number(id), inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
  }
  return { objects, streams }
}

const numberAt = (text: string, key: string): number =>
  Number(text.slice(text.indexOf(key) + key.length).match(/^ ?(\d+)/)?.[1])

const catalogOf = (objects: ReadonlyMap<number, string>): string =>
  Array.from(objects.values()).find((text) => text.includes('/Type /Catalog')) ?? ''

function outlineOf(text: (id: number) => string, id: number): string {
  const tag = /\/S \/(\w+)/.exec(text(id))?.[1] ?? '?'
  const kids = childrenOf(text(id)).map((child) => outlineOf(text, child))
  return kids.length === 0 ? tag : `${tag}(${kids.join(' ')})`
}

const KIDS = /\/K \[(.*?)\]/

const kidsOf = (element: string): string => KIDS.exec(element)?.[1] ?? ''

const childrenOf = (element: string): number[] =>
  Array.from(
    kidsOf(element)
      .replaceAll(/<<.*?>>/g, '')
      .matchAll(/(\d+) 0 R/g),
    ([, id]) => Number(id),
  )

/** Each content of an element as `page/number`. */
function contentsOf(element: string): string[] {
  const kids = kidsOf(element)
  const elsewhere = Array.from(
    kids.matchAll(/\/Pg (\d+) 0 R \/MCID (\d+)/g),
    ([, page, number]) => `${page}/${number}`,
  )
  const here = kids.replaceAll(/<<.*?>>|\d+ 0 R/g, '').match(/\d+/g) ?? []
  const page = numberAt(element.replace(KIDS, ''), '/Pg')
  return [...here.map((number) => `${page}/${number}`), ...elsewhere]
}

/** Text, surfaces and pictures outside of marked content. */
function unmarkedIn(content: string): string[] {
  let depth = 0
  return content.split('\n').filter((line) => {
    if (/BDC$|BMC$/.test(line)) depth += 1
    if (line === 'EMC') depth -= 1
    return /(TJ|Tj|Do|^f|^S)$/.test(line) && depth === 0
  })
}

function violationsOf(
  objects: ReadonlyMap<number, string>,
  pages: readonly { readonly id: number; readonly content: string }[],
): string[] {
  const claimed = new Map<string, number>()
  for (const [id, text] of objects) {
    if (!text.includes('/S /')) continue
    for (const content of contentsOf(text)) claimed.set(content, id)
  }
  const tree = Array.from(objects.values()).find((text) => text.includes('/Nums [')) ?? ''
  const owners = Array.from(tree.matchAll(/(\d+) \[((?:\d+ 0 R ?)*)\]/g), ([, , list = '']) =>
    list.match(/\d+(?= 0 R)/g)?.map(Number),
  )
  return pages.flatMap(({ id, content }) => {
    const key = numberAt(objects.get(id) ?? '', '/StructParents')
    const marked = Array.from(content.matchAll(/\/MCID (\d+)\n>> BDC/g), ([, number]) =>
      Number(number),
    )
    return marked.flatMap((number, index) => {
      const owner = claimed.get(`${id}/${number}`)
      const isRight = number === index && owner !== undefined && owners[key]?.[number] === owner
      return isRight ? [] : [`page ${id}, content ${number}`]
    })
  })
}
