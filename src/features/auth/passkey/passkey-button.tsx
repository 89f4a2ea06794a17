import type { PasskeyAnswer } from '#contract/objects/factors/passkey.ts'
import { useAction } from '#data/use-action.ts'
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
  const attempt = useAction(async () => {
    try {
      const passkey = await ask()
      if (passkey !== undefined) return await onAnswer(passkey)
    } catch (error) {
      onLeft?.()
      throw error
    }
    onLeft?.()
  })
  return (
    <div className={styles.passkey}>
      <Button {...look} wide icon={<KeyIcon size={18} />} pending={attempt.pending} onClick={() => attempt.run()}>
        {children}
      </Button>
      <div role="alert">{attempt.failure ? <p className={styles.failure}>{attempt.failure}</p> : null}</div>
    </div>
  )
}
