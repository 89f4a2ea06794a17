import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import styles from './kbd.module.css'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Shows keys as on this device's keyboard; `mod` is Ctrl, or ⌘ on Apple devices. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  const { t } = useLingui()
  const names: Record<string, string> = isApple()
    ? { mod: '⌘', shift: '⇧' }
    : { mod: t({ message: 'Ctrl', comment: 'the key' }), shift: t({ message: 'Shift', comment: 'the key' }) }
  return (
    <span className={styles.keys}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 ? ' ' : null}
          <kbd className={styles.key}>{names[key] ?? key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
