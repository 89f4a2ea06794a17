import { Trans } from '@lingui/react/macro'
import { Button } from '../button/button.tsx'
import { useFormStore } from './form-context.ts'

interface CancelButtonProps {
  onCancel: () => void
  /** The stored values of the form, which are discarded. */
  draft?: { discard: () => void }
}

/** The button beside `<SubmitButton>`; ignored while the form is being submitted. */
export function CancelButton({ onCancel, draft }: CancelButtonProps) {
  const { submitting } = useFormStore()
  const cancel = () => {
    if (submitting.peek()) return
    draft?.discard()
    onCancel()
  }
  return (
    <Button onClick={cancel}>
      <Trans>Cancel</Trans>
    </Button>
  )
}
