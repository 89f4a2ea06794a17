import { Trans } from '@lingui/react/macro'
import { Button } from '../button/button.tsx'
import { useFormStore } from './form-context.ts'

/** Beside `<SubmitButton>`; does nothing while the form is sent. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { submitting } = useFormStore()
  return (
    <Button onClick={() => submitting.peek() || onCancel()}>
      <Trans>Cancel</Trans>
    </Button>
  )
}
