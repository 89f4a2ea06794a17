import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import * as v from 'valibot'
import { TaxId } from '#contract/endpoints/subscriptions.ts'
import { useAction } from '#data/use-action.ts'
import { Button } from '#ui/button/button.tsx'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'
import { changePortal } from './sandbox-portal.ts'

const TaxIdInput = v.object({ tax_id: TaxId })

/** Lists, adds and removes the tax ids that stand on receipts. */
export function TaxIds({ userId, taxIds }: { userId: number; taxIds: readonly string[] }) {
  const { t } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useAppForm(TaxIdInput, { tax_id: '' }, { checked: 'on submit' })
  async function add({ tax_id }: v.InferOutput<typeof TaxIdInput>) {
    await changePortal(userId, { tax_ids: [...new Set([...taxIds, tax_id])] })
    form.reset()
  }
  const removal = useAction(async (taxId: string) => {
    await changePortal(userId, { tax_ids: taxIds.filter((other) => other !== taxId) })
    heading.current?.focus()
  })
  return (
    <Group heading="h2" headingRef={heading} title={<Trans>Tax IDs</Trans>}>
      {taxIds.map((taxId) => (
        <Row
          key={taxId}
          label={taxId}
          action={
            <Button
              size="s"
              pending={removal.pending}
              aria-label={t`Remove ${taxId}`}
              onClick={() => removal.run(taxId)}
            >
              <Trans>Remove</Trans>
            </Button>
          }
        />
      ))}
      <Failure>{removal.failure}</Failure>
      <Form of={form} onSubmit={add}>
        <TextField name="tax_id" label={t`Tax ID`} autoComplete="off" spellCheck={false} maxLength={40} />
        <FormError />
        <SubmitButton variant="secondary" pendingLabel={t`Saving…`}>
          <Trans>Add tax ID</Trans>
        </SubmitButton>
      </Form>
    </Group>
  )
}
