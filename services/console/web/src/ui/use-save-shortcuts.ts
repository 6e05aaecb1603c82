import { useEffect } from 'react'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Ctrl Z undoes a change of the draft, with Shift it is done again. */
export const isUndoKey = ({ key, ctrlKey, metaKey }: Key): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'z'

/**
 * Ctrl S saves, Ctrl Z undoes, and with Shift does again: everywhere on the page, but not behind a dialog, where Ctrl Z
 * undoes what was typed there.
 */
export function useSaveShortcuts(onSave: () => void, onUndo?: (again: boolean) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      const hasDialog = document.querySelector('dialog[open]') !== null
      if (event.key.toLowerCase() === 's') {
        event.preventDefault()
        if (!hasDialog) onSave()
      } else if (onUndo && isUndoKey(event) && !hasDialog) {
        event.preventDefault()
        onUndo(event.shiftKey)
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onSave, onUndo])
}
