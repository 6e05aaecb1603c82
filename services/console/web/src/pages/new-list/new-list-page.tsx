import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange, useDocument, usePages } from '../../api/use-document.ts'
import {
  JobDocument,
  ListCreateDocument,
  TemplateChoicesDocument,
} from '../../generated/operations.ts'
import type { ListCreateMutation, TemplateChoicesQuery } from '../../generated/operations.ts'
import { useMessages } from '../../i18n/language.tsx'
import { useOrganization } from '../../session/organization.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Card, PageHead } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Empty, Loaded, NotFound } from '../../ui/states.tsx'
import { useAnnounceDone } from '../../ui/toasts.tsx'
import { ListPreview } from './list-preview.tsx'
import styles from './new-list-page.module.css'

type TemplateChoice = NonNullable<TemplateChoicesQuery['templates']>['nodes'][number]

/** A new list of a job: templates are chosen, and what they come to is shown before it is saved. */
export default function NewListPage({ id }: { readonly id: number }): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  const job = useDocument(JobDocument, { id, orgId })
  const templates = usePages(TemplateChoicesDocument, { orgId }, (data) => data.templates)
  const [chosen, setChosen] = useState<readonly number[]>([])
  // Kept here, with the key of a call whose outcome is unknown: the form is gone while no template is chosen.
  const [name, setName] = useState('')
  const create = useCreateList()
  return (
    <div className="stack">
      <PageHead
        title={messages.newList.title}
        above={
          <Link to="/o/$orgId/jobs/$jobId" params={{ orgId: String(orgId), jobId: String(id) }}>
            {job.data?.job?.name ?? messages.jobs.unnamed(id)}
          </Link>
        }
      />
      {job.data && job.data.job?.orgId !== orgId ? (
        <NotFound what={String(id)} />
      ) : job.data?.job?.measurement === null ? (
        <NotMeasured jobId={id} />
      ) : (
        <Loaded query={templates}>
          {({ pages }) => (
            <div className={styles['columns']}>
              <Card title={messages.newList.choose}>
                <TemplateList
                  templates={pages.flatMap((page) => page.templates?.nodes ?? [])}
                  chosen={chosen}
                  onChange={setChosen}
                />
                <MoreButton query={templates} />
                {chosen.length > 0 && (
                  <CreateForm
                    jobId={id}
                    templateIds={chosen}
                    {...{ name, create }}
                    onName={setName}
                  />
                )}
              </Card>
              <Card title={messages.newList.preview} isPadded={false}>
                {chosen.length === 0 ? (
                  <Empty title={messages.newList.preview}>{messages.newList.previewHint}</Empty>
                ) : (
                  <ListPreview jobId={id} templateIds={chosen} />
                )}
              </Card>
            </div>
          )}
        </Loaded>
      )}
    </div>
  )
}

/** A list is computed from measurements; here is the way to add them. */
function NotMeasured({ jobId }: { readonly jobId: number }): ReactNode {
  const messages = useMessages()
  const { orgId } = useOrganization()
  return (
    <Card title={messages.newList.preview} isPadded={false}>
      <Empty
        title={messages.job.noMeasurements}
        action={
          <Link
            {...buttonLook('primary')}
            to="/o/$orgId/jobs/$jobId/measurements"
            params={{ orgId: String(orgId), jobId: String(jobId) }}
          >
            {messages.job.addMeasurements}
          </Link>
        }
      >
        {messages.job.needsMeasurements}
      </Empty>
    </Card>
  )
}

function TemplateList({
  templates,
  chosen,
  onChange,
}: {
  readonly templates: readonly TemplateChoice[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}): ReactNode {
  const messages = useMessages()
  if (templates.length === 0)
    return <Empty title={messages.newList.noTemplates}>{messages.newList.noTemplatesAdvice}</Empty>
  const trades = Map.groupBy(templates, ({ tradeType }) => tradeType)
  const toggle = (id: number): void =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <>
      <p className={styles['hint']}>{messages.newList.chooseHint}</p>
      {[...trades].map(([trade, members]) => (
        <fieldset key={trade} className={styles['trade']}>
          <legend>{messages.newList.trades[trade] ?? trade}</legend>
          {members.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>{name}</span>
              {chosen.length > 1 && chosen.includes(id) && <small>{chosen.indexOf(id) + 1}</small>}
            </label>
          ))}
        </fieldset>
      ))}
    </>
  )
}

const sentLists = new Map<string, string>()
const useCreateList = () =>
  useChange(ListCreateDocument, ['Job', 'Jobs', 'Lists'], { keys: sentLists })

function CreateForm({
  jobId,
  templateIds,
  name,
  create,
  onName,
}: {
  readonly jobId: number
  readonly templateIds: readonly number[]
  readonly name: string
  readonly create: ReturnType<typeof useCreateList>
  readonly onName: (name: string) => void
}): ReactNode {
  const messages = useMessages()
  const navigate = useNavigate()
  const announceDone = useAnnounceDone()
  const { orgId } = useOrganization()
  // Not where the person has left the page meanwhile.
  const open = ({ data }: { readonly data: ListCreateMutation }): void => {
    const id = data.projectManagementProductionListCreate?.productionList?.id
    void navigate({
      to: '/o/$orgId/lists/$listId',
      params: { orgId: String(orgId), listId: String(id) },
    })
  }
  const submit = async (): Promise<void> => {
    const variables = { jobId, templateIds, ...(name.trim() !== '' && { name: name.trim() }) }
    const { warnings } = await create.mutateAsync(variables, { onSuccess: open })
    announceDone(messages.newList.created, warnings)
  }
  return (
    <form
      className={`stack ${styles['create']}`}
      onSubmit={(event) => {
        event.preventDefault()
        // The error is shown below the field.
        void submit().catch(() => undefined)
      }}
    >
      <TextField
        label={messages.newList.name}
        hint={messages.newList.nameHint}
        value={name}
        maxLength={250}
        onChange={(event) => onName(event.target.value)}
      />
      <Problem error={create.error} />
      <Button kind="primary" type="submit" isBusy={create.isPending}>
        {messages.newList.create}
      </Button>
    </form>
  )
}
