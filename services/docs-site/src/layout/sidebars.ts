import { audiences } from '../navigation.ts'
import { addressOf, placeOf, titleOf } from '../pages.ts'
import type { Pages } from '../pages.ts'

export interface Link {
  readonly title: string
  readonly address: string
}

export interface Group {
  readonly title: string
  readonly links: readonly Link[]
}

const REFERENCE = 'reference'
/** Whose sidebar pages have that no audience needs to read. */
const OTHERS = 'operators'

/** The parts of the site, in every page. */
export const parts: readonly Link[] = [
  ...audiences.map(({ name, title }) => ({ title, address: `/docs/${name}/` })),
  { title: 'Reference', address: `/docs/${REFERENCE}/` },
]

/** The sidebar of each part, by the first segment of its addresses. */
export class Sidebars {
  readonly #groups: ReadonlyMap<string, readonly Group[]>

  constructor(pages: Pages) {
    const link = (place: string): Link => ({
      title: titleOf(pages.get(place)),
      address: addressOf(place),
    })
    const reference = [...pages.keys()].filter((place) => place.startsWith(`${REFERENCE}/`)).sort()
    const first = `${REFERENCE}/index.md`
    const others = reference.filter((place) => place !== first)
    this.#groups = new Map([
      ...audiences.map(({ name, sections }): [string, Group[]] => [
        name,
        sections.map(({ title, pages }) => ({
          title,
          links: pages.map((file) => link(placeOf(file))),
        })),
      ]),
      [REFERENCE, [{ title: 'Reference', links: [first, ...others].map(link) }]],
    ])
  }

  /** @returns nothing for pages outside of all parts */
  of(place: string): readonly Group[] {
    const [part = ''] = place.split('/', 1)
    return this.#groups.get(part) ?? (place.includes('/') ? this.#groups.get(OTHERS) : []) ?? []
  }
}
