import { useSignals } from '@preact/signals-react/runtime'
import { Button, type ButtonProps } from '../button/button.tsx'
import { useFormStore } from './form-context.ts'

/** The submit button of a form: primary, and pending while `onSubmit` runs. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'pending'>) {
  useSignals()
  const pending = useFormStore().submitting.value
  return <Button variant="primary" {...props} type="submit" pending={pending} />
}
