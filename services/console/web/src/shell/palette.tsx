import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useDocument } from '../api/use-document.ts'
import { JobsDocument, ListsDocument } from '../generated/operations.ts'
import { useMessages } from '../i18n/language.tsx'
import { useOrganization } from '../session/organization.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './palette.module.css'
import { sectionsFor } from './routes.ts'

interface Choice {
  readonly key: string
  readonly group: string
  readonly label: string
  readonly open: () => void
}

const SHOWN_MAX = 8

/** Finds jobs, lists and pages by what is typed; the keyboard alone is enough. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const search = useDeferredValue(text.trim())
  const { choices, isFresh } = useChoices(search)
  const isCurrent = isFresh && search === text.trim()
  // What is found for an earlier text is shown, but is not what Enter means.
  const [isEntered, setIsEntered] = useState(false)
  const select = ({ open }: Choice): void => {
    onClose()
    open()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setChosen((chosen + step + choices.length) % choices.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setIsEntered(true)
    }
  }
  useEffect(() => {
    if (!isEntered || !isCurrent) return
    setIsEntered(false)
    if (choices[chosen]) select(choices[chosen])
  })
  return (
    <Dialog title={messages.nav.commands} onClose={onClose}>
      <input
        className={styles['input']}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls="palette-choices"
        aria-activedescendant={choices[chosen] && `palette-${choices[chosen].key}`}
        aria-label={messages.commands.placeholder}
        placeholder={messages.commands.placeholder}
        value={text}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(0)
          setIsEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-choices" role="listbox" aria-label={messages.nav.commands}>
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`palette-${choice.key}`}
            ref={index === chosen ? showChoice : undefined}
            role="option"
            aria-selected={index === chosen}
            className={styles['choice']}
            onClick={() => select(choice)}
          >
            <span>{choice.label}</span>
            <small>{choice.group}</small>
          </div>
        ))}
      </div>
      <p className={styles['hint']} role="status">
        {choices.length === 0 ? messages.commands.none : messages.commands.hint}
      </p>
    </Dialog>
  )
}

/** The dialog may have no room for all choices, and Enter must open nothing that is not seen. */
const showChoice = (choice: HTMLElement | null): void =>
  choice?.scrollIntoView({ block: 'nearest' })

function useChoices(search: string): {
  readonly choices: readonly Choice[]
  /** Whether they are what this text finds, and not what the one before has found. */
  readonly isFresh: boolean
} {
  const messages = useMessages()
  const navigate = useNavigate()
  const { orgId, can } = useOrganization()
  const enabled = search !== '' && can('lists:read')
  const options = { enabled, keepPrevious: true }
  const jobs = useDocument(JobsDocument, { orgId, search }, options)
  const lists = useDocument(ListsDocument, { orgId, search }, options)
  const org = String(orgId)
  const pages = sectionsFor(can).map(({ name, to }) => ({
    key: name,
    group: messages.commands.pages,
    label: messages.nav[name],
    open: () => void navigate({ to, params: { orgId: org } }),
  }))
  const foundJobs = (enabled ? jobs.data?.jobs.nodes : undefined) ?? []
  const foundLists =
    (enabled ? lists.data?.projectManagementProductionLists.nodes : undefined) ?? []
  const choices = [
    ...foundJobs.slice(0, SHOWN_MAX).map(({ id, name }) => ({
      key: `job-${id}`,
      group: messages.commands.jobs,
      label: name ?? messages.jobs.unnamed(id),
      open: () =>
        void navigate({ to: '/o/$orgId/jobs/$jobId', params: { orgId: org, jobId: String(id) } }),
    })),
    ...foundLists.slice(0, SHOWN_MAX).map(({ id, name, salesOpportunity: { job } }) => ({
      key: `list-${id}`,
      group: messages.commands.lists,
      label: [name ?? messages.list.unnamed(id), job.name].filter(Boolean).join(' · '),
      open: () =>
        void navigate({
          to: '/o/$orgId/lists/$listId',
          params: { orgId: org, listId: String(id) },
        }),
    })),
    ...pages.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase())),
  ]
  const isReading =
    enabled &&
    [jobs, lists].some(
      ({ isPlaceholderData, isPending, isError }) => !isError && (isPlaceholderData || isPending),
    )
  return { choices, isFresh: !isReading }
}
