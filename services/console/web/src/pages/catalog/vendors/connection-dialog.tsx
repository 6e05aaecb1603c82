import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange, useDocument } from '../../../api/use-document.ts'
import { ProvidersDocument, VendorConnectDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Problem } from '../../../ui/problem.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { textOrNull } from '../../../ui/texts.ts'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { violationsByField } from '../violations.ts'
import { VENDOR_QUERIES } from './vendor-queries.ts'
import type { ListedVendor } from './vendor-queries.ts'

/** Connects a vendor with the organization's account at a provider, or replaces that connection. */
export function ConnectionDialog({
  vendor,
  onClose,
}: {
  readonly vendor: ListedVendor
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.vendors
  const { can } = useOrganization()
  const providers = useDocument(ProvidersDocument, {}, { enabled: can('orders:read') })
  const { form, isSaving, error, violations, text, submit } = useConnectionForm(vendor, onClose)
  const all = providers.data?.orderProviders ?? []
  const chosen = all.find(({ identifier }) => identifier === form.providerIdentifier)
  return (
    <FormDialog
      title={words.connectTo(vendor.vendorName)}
      action={words.connect}
      isBusy={isSaving}
      error={Object.keys(violations).length === 0 ? error : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label={words.provider} {...text('providerIdentifier')}>
        <option value="" />
        {all.map(({ identifier, name, isConfigured }) => (
          <option key={identifier} value={identifier} disabled={!isConfigured}>
            {isConfigured ? name : words.notConfigured(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.providerAccount}
        hint={chosen?.limits.numericAccountNumber ? words.providerAccountDigits : undefined}
        maxLength={50}
        {...text('accountNumber')}
      />
      <TextField label={words.branch} hint={words.branchHint} maxLength={50} {...text('branch')} />
      <TextField
        label={words.token}
        hint={words.tokenHint}
        type="password"
        autoComplete="new-password"
        maxLength={4000}
        {...text('accessToken')}
      />
      <Problem error={providers.error} />
    </FormDialog>
  )
}

const REQUIRED = ['providerIdentifier', 'accountNumber', 'accessToken'] as const

function useConnectionForm(vendor: ListedVendor, onDone: () => void) {
  const messages = useMessages()
  const announce = useAnnounce()
  const known = vendor.connection
  const [form, setForm] = useState({
    providerIdentifier: (known?.provider ?? vendor.provider)?.identifier ?? '',
    accountNumber: known?.accountNumber ?? '',
    branch: known?.branch ?? '',
    accessToken: '',
  })
  const [isChecked, setIsChecked] = useState(false)
  const connect = useChange(VendorConnectDocument, VENDOR_QUERIES)
  const violations = violationsByField(connect.error, 'connection', messages.errors.rule)
  const isMissing = (field: keyof typeof form): boolean =>
    field !== 'branch' && form[field].trim() === ''
  const submit = async (): Promise<void> => {
    setIsChecked(true)
    if (REQUIRED.some(isMissing)) return
    const connection = { ...form, branch: textOrNull(form.branch) }
    await connect.mutateAsync({ id: vendor.id, connection })
    onDone()
    announce({ kind: 'done', text: messages.catalog.vendors.connected(vendor.vendorName) })
  }
  const bind = bindFields(form, (values) => setForm({ ...form, ...values }), violations)
  const text = (field: keyof typeof form) => ({
    ...bind(field),
    ...(isChecked && isMissing(field) && { error: messages.catalog.required }),
  })
  return { form, isSaving: connect.isPending, error: connect.error, violations, text, submit }
}
