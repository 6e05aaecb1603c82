import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useDocument } from '../api/use-document.ts'
import { BrandDocument } from '../generated/operations.ts'
import { useLanguage, useMessages } from '../i18n/language.tsx'
import type { Language } from '../i18n/initial-language.ts'
import { useOrganization } from '../session/organization.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { writeSetting } from '../settings.ts'
import { applyTheme, currentTheme, THEMES } from '../theme.ts'
import { lazyDialog, reloadsFor, useLoadWhenIdle } from '../ui/lazy.tsx'
import { RowDialogs } from '../ui/row-dialogs.tsx'
import { NoPermission } from '../ui/states.tsx'
import { errorText } from '../ui/error-text.ts'
import { Menu } from '../ui/menu.tsx'
import { useAnnounce } from '../ui/toasts.tsx'
import { Palette } from './palette.tsx'
import { sectionsFor } from './routes.ts'
import styles from './shell.module.css'
import { useOnline } from './use-online.ts'
import { CTRL, useShortcuts } from './use-shortcuts.ts'

const ShortcutHelp = lazyDialog(() => import('./shortcut-help.tsx'))
const LAZY_DIALOGS = [ShortcutHelp]

/** The frame of every page of a signed-in person. */
export function Shell(): ReactNode {
  const messages = useMessages()
  const { orgId, can } = useOrganization()
  const { organizations } = useSession()
  const [opened, setOpened] = useState<'palette' | 'help'>()
  const isOnline = useOnline()
  useShortcuts({ onPalette: () => setOpened('palette'), onHelp: () => setOpened('help') })
  useLoadWhenIdle(LAZY_DIALOGS)
  const content = useFocusOnNavigation()
  const isMember = organizations.some(({ id }) => id === orgId)
  useEffect(() => {
    if (isMember) writeSetting('organization', String(orgId))
  }, [isMember, orgId])
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        {messages.nav.skip}
      </a>
      <header className={styles['top']}>
        <OrganizationMenu />
        <button type="button" className={styles['search']} onClick={() => setOpened('palette')}>
          <span>{messages.nav.commands}</span>
          <kbd>{CTRL} K</kbd>
        </button>
        <AccountMenu onHelp={() => setOpened('help')} />
      </header>
      <nav className={styles['nav']} aria-label={messages.nav.label}>
        {sectionsFor(can).map(({ name, to }) => (
          <Link
            key={name}
            to={to}
            params={{ orgId: String(orgId) }}
            className={styles['entry']}
            activeProps={{ 'aria-current': 'page' }}
          >
            {messages.nav[name]}
          </Link>
        ))}
      </nav>
      <main ref={content} id="content" tabIndex={-1} className={styles['content']}>
        {!isOnline && (
          <p className={styles['offline']} role="status">
            {messages.states.offline}
          </p>
        )}
        <RowDialogs>{isMember ? <Outlet /> : <NoPermission />}</RowDialogs>
      </main>
      {/* Not loaded when it is opened: what is typed right after its shortcut must arrive in it. */}
      {opened === 'palette' && <Palette key={orgId} onClose={() => setOpened(undefined)} />}
      {opened === 'help' && <ShortcutHelp onClose={() => setOpened(undefined)} />}
    </div>
  )
}

/** A new page begins at its content, for those who do not see that it is another one. */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

function OrganizationMenu(): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const { organizations } = useSession()
  const navigate = useNavigate()
  const name = <OrganizationName orgId={orgId} />
  // Where the address names an organization of others, the menu leads out of it.
  const hasOthers = organizations.some(({ id }) => id !== orgId)
  if (!hasOthers) return <strong className={styles['organization']}>{name}</strong>
  return (
    <Menu
      buttonClassName={styles['organization']}
      button={
        <>
          <span className="visually-hidden">{messages.nav.organization}: </span>
          {name} <span aria-hidden="true">▾</span>
        </>
      }
      items={organizations.map(({ id }) => ({
        label: <OrganizationName orgId={id} />,
        isCurrent: id === orgId,
        onSelect: () => void navigate({ to: '/o/$orgId/jobs', params: { orgId: String(id) } }),
      }))}
    />
  )
}

function OrganizationName({ orgId }: { readonly orgId: number }): ReactNode {
  const messages = useMessages()
  const { organizations } = useSession()
  const isReadable = organizations.some(
    ({ id, scopes }) => id === orgId && scopes.includes('brand:read'),
  )
  const { data } = useDocument(BrandDocument, { orgId }, { enabled: isReadable })
  return data?.organizationBrand?.name ?? messages.nav.organizationName(orgId)
}

function AccountMenu({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const { messages, language, setLanguage } = useLanguage()
  const { user } = useSession()
  const [theme, setTheme] = useState(currentTheme)
  const announce = useAnnounce()
  const leave = useSignOut()
  const choose = (chosen: Language): void =>
    void setLanguage(chosen).catch((error: unknown) => {
      if (reloadsFor(error, 'language')) writeSetting('language', chosen)
      else
        announce({ kind: 'warning', text: messages.nav.sameLanguage(errorText(error, messages)) })
    })
  const name = user.name ?? user.email ?? String(user.id)
  return (
    <Menu
      buttonClassName={styles['account']}
      button={
        <>
          {initialsOf(name)}
          <span className="visually-hidden">
            {' '}
            {messages.nav.account}: {name}
          </span>
        </>
      }
      items={[
        ...THEMES.map((each) => ({
          label: `${messages.nav.theme}: ${messages.nav.themes[each]}`,
          isCurrent: each === theme,
          onSelect: () => {
            applyTheme(each)
            setTheme(each)
          },
        })),
        { label: 'English', isCurrent: language === 'en', onSelect: () => choose('en') },
        { label: 'Español', isCurrent: language === 'es', onSelect: () => choose('es') },
        { label: messages.nav.help, onSelect: onHelp },
        { label: messages.nav.documentation, onSelect: openDocumentation },
        { label: messages.nav.signOut, onSelect: () => leave(false) },
        { label: messages.nav.signOutEverywhere, onSelect: () => leave(true) },
      ]}
    />
  )
}

/** In a tab of its own: without a connection the browser would put an error in the place of the page. */
const openDocumentation = (): void => void globalThis.open('/docs/', '_blank', 'noopener')

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')
