import MiniSearch from 'minisearch'
import { searchFields } from './search-fields.ts'

const RESULTS_MAX = 30
const dialog = find(document, '#search', HTMLDialogElement)
const input = find(dialog, 'input', HTMLInputElement)
const results = find(dialog, '.results', HTMLUListElement)
const status = find(dialog, '[role=status]', HTMLElement)
let index: MiniSearch | undefined

input.addEventListener('input', showResults)
dialog.addEventListener('click', (event) => {
  const isLink = event.target instanceof Element && event.target.closest('a') !== null
  if (event.target === dialog || isLink) dialog.close()
})
dialog.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')]
  const current = links.findIndex((link) => link === document.activeElement)
  if (event.key === 'Enter' && event.target === input) links[0]?.click()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const next = links[current + (event.key === 'ArrowDown' ? 1 : -1)]
  if (next !== undefined) next.focus()
  else if (event.key === 'ArrowUp') input.focus()
})

/**
 * Loads the index for the first search.
 * @throws Error when it cannot be loaded
 */
export async function loadIndex(): Promise<void> {
  if (index !== undefined) return
  const response = await fetch(dialog.dataset['index'] ?? '')
  if (!response.ok) throw new Error(`the index was refused with status ${response.status}`)
  index = MiniSearch.loadJSON(await response.text(), searchFields)
  showResults()
}

function showResults(): void {
  if (index === undefined) return
  const found = index
    .search(input.value, { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } })
    .slice(0, RESULTS_MAX)
  results.replaceChildren(
    ...found.map(({ id, title, titles }) => {
      const link = document.createElement('a')
      link.href = String(id)
      const above = document.createElement('span')
      above.textContent = (titles as readonly string[]).join(' › ')
      link.append(above, String(title))
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  const isMissing = found.length === 0 && input.value.trim() !== ''
  status.textContent = isMissing ? `Nothing is found for “${input.value}”.` : ''
}

function find<Type extends Element>(
  parent: ParentNode,
  selector: string,
  type: new () => Type,
): Type {
  const element = parent.querySelector(selector)
  if (!(element instanceof type)) throw new Error(`the page has no ${selector}`)
  return element
}
