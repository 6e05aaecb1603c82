import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { focusContent } from './focus-content.ts'
import styles from './toasts.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'warning'
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

type Announce = (toast: Omit<Toast, 'id'>) => void

const SHOWN_MS = 6_000
const DONE_MAX = 4
const ToastContext = createContext<Announce | undefined>(undefined)

/** Shows short messages that disappear, and has screen readers say them. Warnings stay until they are closed. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const messages = useMessages()
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const nextId = useRef(1)
  const close = useCallback(
    (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)),
    [],
  )
  /** Closes the message whose button has the focus. */
  const leave = (id: number): void => {
    close(id)
    focusContent()
  }
  const announce = useCallback<Announce>(
    (toast) => {
      const id = nextId.current
      nextId.current += 1
      setToasts((all) => [...withoutOldest(all), { ...toast, id }])
      if (toast.kind === 'done') setTimeout(() => close(id), SHOWN_MS)
    },
    [close],
  )
  const value = useMemo(() => announce, [announce])
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (region.current) region.current.scrollTop = region.current.scrollHeight
  }, [toasts])
  return (
    <ToastContext value={value}>
      {children}
      <div ref={region} className={styles['region']} role="status" aria-live="polite">
        {toasts.map(({ id, text, kind, action }) => (
          <div key={id} className={`${styles['toast']} ${styles[kind]}`}>
            <span>{kind === 'warning' ? messages.errors.warning(text) : text}</span>
            {action && (
              <button
                type="button"
                onClick={() => {
                  // Done once: what was undone is not there any more.
                  leave(id)
                  action.run()
                }}
              >
                {action.label}
              </button>
            )}
            <button type="button" aria-label={messages.actions.close} onClick={() => leave(id)}>
              ✕
            </button>
          </div>
        ))}
      </div>
    </ToastContext>
  )
}

/** Makes room: a warning stays, since it may be the only word about what was left out. */
function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  const newest = new Set(toasts.filter(({ kind }) => kind === 'done').slice(1 - DONE_MAX))
  return toasts.filter((toast) => toast.kind === 'warning' || newest.has(toast))
}

/** Shows a message. */
export function useAnnounce(): Announce {
  const announce = use(ToastContext)
  if (announce === undefined) throw new Error('useAnnounce is called outside of ToastProvider')
  return announce
}

/** Shows that something is done, then what the API warns of. */
export function useAnnounceDone(): (text: string, warnings?: readonly string[]) => void {
  const announce = useAnnounce()
  return (text, warnings = []) => {
    announce({ kind: 'done', text })
    for (const warning of warnings) announce({ kind: 'warning', text: warning })
  }
}
