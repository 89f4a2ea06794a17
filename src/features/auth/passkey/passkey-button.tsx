import { useState } from 'react'
import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button, type ButtonProps } from '#ui/button/button.tsx'
import { KeyIcon } from '#ui/icons/list-icons.tsx'
import styles from './passkey.module.css'

type Props = Pick<ButtonProps, 'size' | 'variant' | 'children'> & {
  /** Resolves with undefined when the user has closed the browser's dialog: then no error is shown. */
  ask: () => Promise<PasskeyAnswer | undefined>
  onAnswer: (passkey: PasskeyAnswer) => Promise<void>
  /** After each attempt that did not succeed. */
  onLeft?: () => void
}

/** Asks for a passkey by the browser's dialog. */
export function PasskeyButton({ ask, onAnswer, onLeft, children, ...look }: Props) {
  const language = useLanguage()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const press = async () => {
    setPending(true)
    setFailure(null)
    try {
      const passkey = await ask()
      if (passkey !== undefined) return await onAnswer(passkey)
      onLeft?.()
    } catch (error) {
      setFailure(error)
      onLeft?.()
    } finally {
      setPending(false)
    }
  }
  return (
    <div className={styles.passkey}>
      <Button {...look} wide icon={<KeyIcon size={18} />} pending={pending} onClick={() => void press()}>
        {children}
      </Button>
      <div role="alert">{failure ? <p className={styles.failure}>{describeFailure(failure, language)}</p> : null}</div>
    </div>
  )
}
