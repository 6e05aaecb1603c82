import type { TypedDocumentString } from '@takeoff/client'
import { useChange } from '../../api/use-document.ts'
import type { FullListFragment } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { useShowList } from './use-show-list.ts'

/** The queries whose results change with a list, beside what `showList` replaces. */
const REFRESHED = ['Job', 'Lists', 'ListHistory', 'OrderPreparation']

type Saved = { readonly productionList: FullListFragment | null } | null

/** Sends a change of a list, shows the list as it was saved, and says so. */
export function useListChange<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  select: (data: Data) => Saved,
  options: { readonly idempotencyKeyOf?: 'content' } = {},
) {
  const words = useMessages().list
  const announceDone = useAnnounceDone()
  const show = useShowList()
  const change = useChange(document, REFRESHED, { waits: false, ...options })
  const send = async (
    variables: Variables,
    textOf = words.saved,
  ): Promise<FullListFragment | undefined> => {
    const { data, warnings } = await change.mutateAsync(variables)
    const saved = select(data)?.productionList
    if (!saved) return undefined
    show(saved)
    announceDone(textOf(saved.version), warnings)
    return saved
  }
  return { ...change, send }
}
