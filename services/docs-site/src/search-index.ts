import MiniSearch from 'minisearch'
import type { Content } from './markdown/render.ts'
import { addressOf } from './pages.ts'
import { searchFields } from '../web/search-fields.ts'

/** @returns the index that the search of the site loads, as JSON */
export function createSearchIndex(contents: ReadonlyMap<string, Content>): string {
  const index = new MiniSearch(searchFields)
  for (const [place, { sections }] of contents) {
    const above: string[] = []
    for (const [position, { level, id, title, text }] of sections.entries()) {
      above.length = Math.min(above.length, level - 1)
      const titles = above.filter((one) => one !== '')
      above[level - 1] = title
      const hash = position === 0 ? '' : `#${id}`
      index.add({ id: addressOf(place) + hash, title, titles, text })
    }
  }
  return JSON.stringify(index)
}
