import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/language.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import styles from './catalog.module.css'

/** Which templates or vendors a page shows, as its query is to be asked for them. */
export function useCatalogFilters() {
  const [{ search, archived }] = useFilters('search', 'archived')
  return { search: useDeferredValue(search.trim()), includeArchived: archived === 'shown' }
}

/**
 * Changes what `useCatalogFilters` returns.
 * @param label what is searched
 */
export function CatalogFilter({ label }: { readonly label: string }): ReactNode {
  const messages = useMessages()
  const [{ search, archived }, filter] = useFilters('search', 'archived')
  return (
    <div className={styles['filter']}>
      <SearchField label={label} value={search} onChange={(text) => filter({ search: text })} />
      <CheckField
        label={messages.catalog.showArchived}
        checked={archived === 'shown'}
        onChange={({ target }) => filter({ archived: target.checked ? 'shown' : '' })}
      />
    </div>
  )
}
