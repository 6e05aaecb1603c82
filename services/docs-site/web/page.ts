/** What pages do beyond HTML: the theme, the search, copies of code, and the place in the outline. */
const root = document.documentElement
const COPIED_MS = 2_000

document.querySelector('#theme')?.addEventListener('click', () => {
  const isDarkBySystem = matchMedia('(prefers-color-scheme: dark)').matches
  const isDark =
    root.dataset['theme'] === undefined ? isDarkBySystem : root.dataset['theme'] === 'dark'
  if (isDark === isDarkBySystem) {
    root.dataset['theme'] = isDark ? 'light' : 'dark'
    localStorage.setItem('docs-theme', root.dataset['theme'])
  } else {
    delete root.dataset['theme']
    localStorage.removeItem('docs-theme')
  }
})

const search = document.querySelector<HTMLDialogElement>('#search')
search?.querySelector('.close')?.addEventListener('click', () => search.close())

/** The dialog opens before its script is loaded, because it has to say when that fails. */
async function openSearch(dialog: HTMLDialogElement): Promise<void> {
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('input')?.select()
  try {
    const { loadIndex } = await import('./search.ts')
    await loadIndex()
  } catch {
    const status = dialog.querySelector('[role=status]')
    if (status !== null) status.textContent = 'The search cannot be loaded. Load the page again.'
  }
}
if (search !== null) {
  document.querySelector('#open-search')?.addEventListener('click', () => void openSearch(search))
  addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void openSearch(search)
  })
}

const outline = document.querySelector<HTMLElement>('#outline')
const links = new Map(
  [...(outline?.querySelectorAll('a') ?? [])].map((link) => [link.hash.slice(1), link]),
)
// On a small screen, the outline covers the place that a link of it leads to.
outline?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && outline.matches(':popover-open'))
    outline.hidePopover()
})

/** Marks the last heading that the reader has passed. */
const passed = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      outline?.querySelector('[aria-current]')?.removeAttribute('aria-current')
      links.get(target.id)?.setAttribute('aria-current', 'true')
    }
  },
  { rootMargin: '-60px 0px -70% 0px' },
)
for (const heading of document.querySelectorAll('article :is(h2, h3)')) passed.observe(heading)

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.parentElement?.querySelector('code')?.textContent ?? ''
  await navigator.clipboard.writeText(code)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), COPIED_MS)
}
document.querySelector('article')?.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) void copyCode(target)
})
