import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { focusContentAfterIt } from './focus-content.ts'
import styles from './toasts.module.css'
import { useCovering } from './use-covering.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'warning'
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

interface Toasts {
  readonly announce: (toast: Omit<Toast, 'id'>) => void
  readonly withdraw: (text: string) => void
}

const SHOWN_MS = 6_000
/** Long enough to reach the button of its action by Tab. */
const SHOWN_WITH_ACTION_MS = 20_000
const DONE_MAX = 4
const ToastContext = createContext<Toasts | undefined>(undefined)

/** Shows short messages that disappear, and has screen readers say them. Warnings stay until they are closed. */
export function ToastProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const nextId = useRef(1)
  const close = useCallback(
    (id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)),
    [],
  )
  const value = useMemo<Toasts>(
    () => ({
      announce: (toast) => {
        const id = nextId.current
        nextId.current += 1
        setToasts((all) => [...withoutOldest(all.filter(isOther(toast))), { ...toast, id }])
      },
      withdraw: (text) => setToasts((all) => all.filter((toast) => toast.text !== text)),
    }),
    [],
  )
  return (
    <ToastContext value={value}>
      {children}
      <Region toasts={toasts} onClose={close} />
    </ToastContext>
  )
}

/** A message that is repeated takes the place of the earlier one, except one with an action, such as another line of the same name to put back. */
const isOther =
  ({ text, kind }: Omit<Toast, 'id'>) =>
  (toast: Toast): boolean =>
    toast.action !== undefined || toast.text !== text || toast.kind !== kind

interface RegionProps {
  readonly toasts: readonly Toast[]
  readonly onClose: (id: number) => void
}

/** The place of the messages. */
function Region({ toasts, onClose }: RegionProps): ReactNode {
  const covering = useCovering('--messages-height', showFocused)
  return (
    <div ref={covering} className={styles['region']} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Message key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </div>
  )
}

function Message({
  toast: { id, text, kind, action },
  onClose,
}: Pick<RegionProps, 'onClose'> & { readonly toast: Toast }): ReactNode {
  const messages = useMessages()
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // There may be no room for all messages. `scrollIntoView` would scroll the page, too.
    const region = message.current?.parentElement
    region?.scrollTo({ top: region.scrollHeight })
  }, [])
  const shownMs = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS
  useEffect(() => {
    if (kind === 'warning') return undefined
    const timer = setInterval(() => {
      // A message must not disappear or move while a person is about to use it.
      const isUsed = message.current?.parentElement?.matches(':hover, :focus-within')
      if (!isUsed) onClose(id)
    }, shownMs)
    return () => clearInterval(timer)
  }, [id, kind, shownMs, onClose])
  return (
    <div ref={message} className={`${styles['toast']} ${styles[kind]}`}>
      <span>{kind === 'warning' ? messages.errors.warning(text) : text}</span>
      {action && (
        <button
          ref={focusContentAfterIt}
          type="button"
          onClick={() => {
            // Done once: what was undone is not there any more.
            onClose(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        ref={focusContentAfterIt}
        type="button"
        aria-label={messages.actions.close}
        onClick={() => onClose(id)}
      >
        ✕
      </button>
    </div>
  )
}

/** Scrolls what has the focus out from behind the messages that have come. */
function showFocused(messages: HTMLElement): void {
  const focused = document.activeElement
  if (focused === null || focused.parentElement?.closest('#content') === null) return
  const { top, bottom, left } = focused.getBoundingClientRect()
  const covered = messages.getBoundingClientRect()
  if (bottom > covered.top && top < covered.bottom && left < covered.right)
    focused.scrollIntoView({ block: 'nearest' })
}

/** Makes room: a warning stays, since it may be the only word about what was left out. */
function withoutOldest(toasts: readonly Toast[]): readonly Toast[] {
  const newest = new Set(toasts.filter(({ kind }) => kind === 'done').slice(1 - DONE_MAX))
  return toasts.filter((toast) => toast.kind === 'warning' || newest.has(toast))
}

function useToasts(): Toasts {
  const toasts = use(ToastContext)
  if (toasts === undefined) throw new Error('useToasts is called outside of ToastProvider')
  return toasts
}

/** Shows a message. */
export const useAnnounce = (): Toasts['announce'] => useToasts().announce

/** Takes back a message that is no longer true, by its text. */
export const useWithdraw = (): Toasts['withdraw'] => useToasts().withdraw

/** Shows that something is done, then what the API warns of. */
export function useAnnounceDone(): (text: string, warnings?: readonly string[]) => void {
  const announce = useAnnounce()
  return (text, warnings = []) => {
    announce({ kind: 'done', text })
    for (const warning of warnings) announce({ kind: 'warning', text: warning })
  }
}
