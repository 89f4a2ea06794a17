import { useSignals } from '@preact/signals-react/runtime'
import { describeFieldMessage } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { AlertIcon } from '../icons/icons.tsx'
import styles from './form.module.css'
import { useFormStore } from './form-context.ts'

/** Shows an error of the whole form. The alert is rendered before its text, so that screen readers announce it. */
export function FormError() {
  useSignals()
  const language = useLanguage()
  const { message } = useFormStore().response.value
  return (
    <div role="alert">
      {message ? (
        <p className={styles.error}>
          <AlertIcon />
          {describeFieldMessage(message, language)}
        </p>
      ) : null}
    </div>
  )
}
