import { Trans } from '@lingui/react/macro'
import { Button } from '../button/button.tsx'
import { useFormStore } from './form-context.ts'

/** The button beside `<SubmitButton>`; ignored while the form is being submitted. */
export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { submitting } = useFormStore()
  return (
    <Button onClick={() => submitting.peek() || onCancel()}>
      <Trans>Cancel</Trans>
    </Button>
  )
}
