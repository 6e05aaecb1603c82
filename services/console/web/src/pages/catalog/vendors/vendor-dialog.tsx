import { useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../../../api/use-document.ts'
import { VendorCreateDocument, VendorUpdateDocument } from '../../../generated/operations.ts'
import type { VendorFieldsFragment } from '../../../generated/operations.ts'
import { useMessages } from '../../../i18n/language.tsx'
import { useOrganization } from '../../../session/organization.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { bindFields } from '../../../ui/field-binding.ts'
import { useAnnounceDone } from '../../../ui/toasts.tsx'
import { violationsByField } from '../violations.ts'
import { vendorChangeOf, vendorFormOf, vendorInputOf } from './vendor-form.ts'
import type { VendorForm } from './vendor-form.ts'
import { VENDOR_QUERIES } from './vendor-queries.ts'
import styles from './vendors.module.css'

/** Creates a vendor, or changes the given one. */
export function VendorDialog({
  vendor,
  onClose,
}: {
  readonly vendor?: VendorFieldsFragment
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.vendors
  const [before] = useState(() => vendorFormOf(vendor))
  const [form, setForm] = useState(before)
  const [isChecked, setIsChecked] = useState(false)
  const { save, isSaving, error } = useSaveVendor(vendor?.id, before)
  const violations = violationsByField(error, 'vendor', messages.errors.rule)
  const submit = async (): Promise<void> => {
    setIsChecked(true)
    if (form.vendorName.trim() === '') return
    await save(form)
    onClose()
  }
  const isMissing = isChecked && form.vendorName.trim() === ''
  const text = bindFields(form, (values) => setForm({ ...form, ...values }), violations)
  return (
    <FormDialog
      title={vendor ? words.edit : words.new}
      action={vendor ? messages.actions.save : messages.actions.create}
      isBusy={isSaving}
      error={Object.keys(violations).length === 0 ? error : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        maxLength={200}
        {...text('vendorName')}
        {...(isMissing && { error: messages.catalog.required })}
      />
      <div className={styles['pair']}>
        <TextField label={words.contactName} maxLength={100} {...text('contactName')} />
        <TextField label={words.phone} type="tel" maxLength={50} {...text('phone')} />
      </div>
      <TextField label={words.email} type="email" maxLength={254} {...text('email')} />
      <TextArea label={words.address} hint={words.addressHint} {...text('addressLines')} />
      <TextField
        label={words.account}
        hint={words.accountHint}
        maxLength={50}
        {...text('accountNumber')}
      />
    </FormDialog>
  )
}

function useSaveVendor(id: number | undefined, before: VendorForm) {
  const words = useMessages().catalog.vendors
  const announceDone = useAnnounceDone()
  const { orgId } = useOrganization()
  const create = useChange(VendorCreateDocument, VENDOR_QUERIES)
  const update = useChange(VendorUpdateDocument, VENDOR_QUERIES)
  return {
    save: async (form: VendorForm): Promise<void> => {
      const input = vendorInputOf(form)
      const { warnings } =
        id === undefined
          ? await create.mutateAsync({ orgId, vendor: input })
          : await update.mutateAsync({ id, vendor: vendorChangeOf(form, before) })
      announceDone(words.saved(input.vendorName), warnings)
    },
    isSaving: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
