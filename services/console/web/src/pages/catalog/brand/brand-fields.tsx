import { useQueryClient } from '@tanstack/react-query'
import type { Dispatch, FormEvent, ReactNode, SetStateAction } from 'react'
import { keyOf, useChange } from '../../../api/use-document.ts'
import { BrandUpdateDocument, FullBrandDocument } from '../../../generated/operations.ts'
import type { BrandFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import type { FieldBinding } from '../../../ui/field-binding.ts'
import { Options } from '../../../ui/options.tsx'
import { Card } from '../../../ui/page.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { violationsByField } from '../violations.ts'
import { brandChangeOf, brandViolations, isColor } from './brand-form.ts'
import styles from './brand.module.css'
import { LogoField } from './logo-field.tsx'
import type { ChosenLogo } from './logo.ts'
import type { BrandDraft } from './use-brand-draft.ts'

/** Names by the values that are saved; the empty one is saved as none. */
const TIME_ZONES: Readonly<Record<string, string>> = {
  '': 'UTC',
  ...Object.fromEntries(
    Intl.supportedValuesOf('timeZone')
      .filter((zone) => zone !== 'UTC')
      .map((zone) => [zone, zone.replaceAll('_', ' ')]),
  ),
}

interface BrandFieldsProps {
  readonly brand: BrandFieldsFragment
  readonly draft: BrandDraft
  /** A new one, null to remove the stored one, undefined to leave it. */
  readonly logo: ChosenLogo | null | undefined
  readonly onLogo: Dispatch<SetStateAction<ChosenLogo | null | undefined>>
}

export function BrandFields(props: BrandFieldsProps): ReactNode {
  const { brand, draft, logo, onLogo } = props
  const { form, change } = draft
  const messages = useMessages()
  const words = messages.catalog.brand
  const { can } = useOrganization()
  const save = useSaveBrand(props)
  const isEditable = can('brand:write')
  const own = brandViolations(form, { ...words, required: messages.catalog.required })
  const violations: Readonly<Record<string, string>> = {
    ...violationsByField(save.error, 'brand', messages.errors.rule),
    ...own,
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The errors stand at the fields.
    if (Object.keys(own).length === 0 && !save.isSaving) void save.send().catch(() => undefined)
  }
  const text = bindFields(form, change, violations)
  const hasChanges = Object.keys(save.change).length > 0
  return (
    <form onSubmit={submit} noValidate className="stack">
      <fieldset className={`stack ${styles['fields']}`} disabled={!isEditable}>
        <Card>
          <div className={styles['grid']}>
            <TextField label={words.name} maxLength={200} {...text('name')} />
            <TextArea label={words.address} hint={words.addressHint} {...text('addressLines')} />
            <TextField label={words.phone} type="tel" maxLength={50} {...text('phone')} />
            <TextField label={words.email} type="email" maxLength={254} {...text('email')} />
            <TextField label={words.website} maxLength={200} {...text('website')} />
            <ColorField {...text('accentColor')} />
            <LogoField
              stored={brand.logo}
              logo={logo}
              error={violations['logo']}
              onChange={onLogo}
            />
          </div>
        </Card>
        <Card title={words.documents}>
          <div className={styles['grid']}>
            <Choice label={words.language} names={words.languages} {...text('language')} />
            <Choice label={words.paper} names={words.papers} {...text('paper')} />
            <Choice label={words.csv} names={words.csvs} {...text('csvPreset')} />
            <Choice
              label={words.timeZone}
              hint={words.timeZoneHint}
              names={TIME_ZONES}
              {...text('timeZone')}
            />
          </div>
        </Card>
        {Object.keys(violations).length === 0 && <Problem error={save.error} />}
        {isEditable && (
          <div className="row end">
            {hasChanges && (
              <Button onClick={save.discard} disabled={save.isSaving}>
                {messages.catalog.discard}
              </Button>
            )}
            <Button kind="primary" type="submit" disabled={!hasChanges} isBusy={save.isSaving}>
              {messages.actions.save}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  )
}

function ColorField({ value, error, onChange }: FieldBinding): ReactNode {
  const words = useMessages().catalog.brand
  return (
    <div className={styles['color']}>
      <TextField
        label={words.color}
        hint={words.colorHint}
        maxLength={7}
        value={value}
        error={error}
        onChange={onChange}
      />
      <input
        type="color"
        aria-label={words.colorPick}
        value={isColor(value) ? value.trim() : '#1f4e79'}
        onChange={onChange}
      />
    </div>
  )
}

function useSaveBrand({ brand: { orgId }, draft, logo, onLogo }: BrandFieldsProps) {
  const words = useMessages().catalog.brand
  const announce = useAnnounce()
  const queries = useQueryClient()
  const update = useChange(BrandUpdateDocument, ['Brand'], { waits: false })
  const { form, before, rebase } = draft
  const change = brandChangeOf(form, before, logo && logo.base64)
  return {
    change,
    send: async (): Promise<void> => {
      const { data } = await update.mutateAsync({ orgId, brand: change })
      announce({ kind: 'done', text: words.saved })
      const brand = data.organizationBrandUpdate?.organizationBrand
      if (!brand) return
      rebase(brand, form)
      onLogo((now) => (now === logo ? undefined : now))
      queries.setQueryData(keyOf(FullBrandDocument, { orgId }), { organizationBrand: brand })
    },
    discard: (): void => {
      draft.discard()
      onLogo(undefined)
      update.reset()
    },
    isSaving: update.isPending,
    error: update.error,
  }
}

function Choice({
  label,
  hint,
  names,
  value,
  error,
  onChange,
}: FieldBinding & {
  readonly label: string
  readonly hint?: string
  readonly names: Readonly<Record<string, string>>
}): ReactNode {
  return (
    <SelectField label={label} hint={hint} value={value} error={error} onChange={onChange}>
      <Options names={names} known={value} />
    </SelectField>
  )
}
