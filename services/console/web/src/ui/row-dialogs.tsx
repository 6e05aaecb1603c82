import { CatchBoundary, useLocation } from '@tanstack/react-router'
import { createContext, use, useCallback, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { CrashedDialog } from './crashed.tsx'

/** Makes a dialog that calls `close` when it is closed. */
type RenderDialog = (close: () => void) => ReactNode

const RowDialogContext = createContext<((render: RenderDialog) => void) | undefined>(undefined)

/**
 * Shows the dialogs that rows of the page open, until they are closed or the page is left. A row leaves its table when what
 * it shows has changed, and would take its dialog along, with all that is typed there. A dialog whose code fails leaves the
 * page as it is.
 */
export function RowDialogs({ children }: { readonly children: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<{ readonly render: RenderDialog }>()
  const open = useCallback((render: RenderDialog) => setOpened({ render }), [])
  useLayoutEffect(() => () => setOpened(undefined), [pathname])
  const close = useCallback(() => {
    // A late response of a dialog of a former page leaves the one that is open now.
    setOpened((now) => (now === opened ? undefined : now))
  }, [opened])
  const renderCrashed = useCallback(() => <CrashedDialog onClose={close} />, [close])
  return (
    <>
      <RowDialogContext value={open}>{children}</RowDialogContext>
      {opened && (
        <CatchBoundary getResetKey={() => pathname} errorComponent={renderCrashed}>
          <>{opened.render(close)}</>
        </CatchBoundary>
      )}
    </>
  )
}

/**
 * Opens the dialog of a row, with what the row showed then.
 * @throws Error outside of `RowDialogs`
 */
export function useRowDialog(): (render: RenderDialog) => void {
  const open = use(RowDialogContext)
  if (open === undefined) throw new Error('useRowDialog is called outside of RowDialogs')
  return open
}
