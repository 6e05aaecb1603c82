import { useBlocker } from '@tanstack/react-router'
import { useMessages } from '../i18n/language.tsx'

/**
 * Asks before a page is left, by a link too, while changes there are stored nowhere.
 * @param question what is asked, where the browser does not ask in its own words
 */
export function useAskBeforeLeaving(isUnstored: boolean, question?: string): void {
  const { leave } = useMessages().states
  useBlocker({
    disabled: !isUnstored,
    enableBeforeUnload: true,
    shouldBlockFn: ({ current, next }) =>
      // oxlint-disable-next-line no-alert -- the browser asks the same when the tab is closed
      current.pathname !== next.pathname && !globalThis.confirm(question ?? leave),
  })
}
