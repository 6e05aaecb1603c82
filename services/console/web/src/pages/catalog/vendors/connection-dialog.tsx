import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useChange, useDocument } from '../../../api/use-document.ts'
import { ProvidersDocument, VendorConnectDocument } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useAnnounce } from '../../../ui/toasts.tsx'
import { faultsByField } from '../faults.ts'
import { textOrNull } from './vendor-form.ts'
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
  const { form, isSaving, error, faults, text, submit } = useConnectionForm(vendor, onClose)
  const all = providers.data?.orderProviders ?? []
  const chosen = all.find(({ identifier }) => identifier === form.providerIdentifier)
  return (
    <Dialog title={words.connectTo(vendor.vendorName)} onClose={onClose}>
      {/* The errors stand at the fields. */}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => void submit(event).catch(() => undefined)}
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
        <TextField
          label={words.branch}
          hint={words.branchHint}
          maxLength={50}
          {...text('branch')}
        />
        <TextField
          label={words.token}
          hint={words.tokenHint}
          type="password"
          autoComplete="new-password"
          maxLength={4000}
          {...text('accessToken')}
        />
        <Problem error={providers.error} />
        {Object.keys(faults).length === 0 && <Problem error={error} />}
        <div className="row end">
          <Button onClick={onClose}>{messages.actions.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isSaving}>
            {words.connect}
          </Button>
        </div>
      </form>
    </Dialog>
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
  const faults = faultsByField(connect.error, 'connection', messages.errors.rule)
  const isMissing = (field: keyof typeof form): boolean =>
    field !== 'branch' && form[field].trim() === ''
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsChecked(true)
    if (REQUIRED.some(isMissing)) return
    const connection = { ...form, branch: textOrNull(form.branch) }
    await connect.mutateAsync({ id: vendor.id, connection })
    onDone()
    announce({ kind: 'done', text: messages.catalog.vendors.connected(vendor.vendorName) })
  }
  const text = (field: keyof typeof form) => ({
    value: form[field],
    error: isChecked && isMissing(field) ? messages.catalog.required : faults[field],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setForm({ ...form, [field]: target.value }),
  })
  return { form, isSaving: connect.isPending, error: connect.error, faults, text, submit }
}
