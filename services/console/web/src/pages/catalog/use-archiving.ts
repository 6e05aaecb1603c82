import type { TypedDocumentString } from '@takeoff/client'
import { useChange } from '../../api/use-document.ts'
import { useMessages } from '../../i18n/language.tsx'
import { errorText } from '../../ui/error-text.ts'
import { useAnnounce } from '../../ui/toasts.tsx'

type ChangeOfOne = TypedDocumentString<unknown, { readonly id: number }>

interface Archiving {
  readonly archive: ChangeOfOne
  readonly restore: ChangeOfOne
  /** Names of the queries that show what is archived. */
  readonly refreshed: readonly string[]
}

interface ArchivingWords {
  readonly archivedNow: (name: string) => string
  readonly restoredNow: (name: string) => string
}

/** Archives something, with a message that can undo it, or restores it. */
export function useArchiving(
  { id, name }: { readonly id: number; readonly name: string },
  documents: Archiving,
  words: ArchivingWords,
): (archived: boolean) => Promise<void> {
  const messages = useMessages()
  const announce = useAnnounce()
  const archive = useChange(documents.archive, documents.refreshed)
  const restore = useChange(documents.restore, documents.refreshed)
  const setArchived = async (archived: boolean): Promise<void> => {
    try {
      await (archived ? archive : restore).mutateAsync({ id })
      const undo = { label: messages.actions.undo, run: () => void setArchived(false) }
      announce(
        archived
          ? { kind: 'done', text: words.archivedNow(name), action: undo }
          : { kind: 'done', text: words.restoredNow(name) },
      )
    } catch (error) {
      announce({ kind: 'warning', text: errorText(error, messages) })
    }
  }
  return setArchived
}
