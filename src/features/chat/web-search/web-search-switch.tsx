import { useLingui } from '@lingui/react/macro'
import { IconButton } from '#ui/button/icon-button.tsx'
import { GlobeIcon } from '#ui/icons/icons.tsx'
import styles from './web-search.module.css'
import { setWebSearch, useWebSearchSetting } from './web-search-setting.ts'

/** Toggles whether the web may be searched for the answers to what is sent from this device. */
export function WebSearchSwitch() {
  const { t } = useLingui()
  const on = useWebSearchSetting() === 'on'
  return (
    <IconButton
      label={t`Search the web`}
      icon={<GlobeIcon />}
      size="l"
      round
      className={on ? undefined : styles.off}
      aria-pressed={on}
      // The field keeps the focus, so that a phone keeps its keyboard open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => setWebSearch(!on)}
    />
  )
}
