import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { User } from '#contract/objects/user.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { isLanguage, languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Avatar } from '#ui/avatar.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { LogOutIcon, MonitorIcon, MoonIcon, SettingsIcon, SunIcon, UserIcon } from '#ui/icons.tsx'
import { Menu } from '#ui/menu.tsx'
import { MenuItem, MenuRadioGroup, MenuSeparator } from '#ui/menu-item.tsx'
import { applyTheme } from '#ui/theme.ts'
import { countUnsent } from './count-unsent.ts'
import { chooseTheme, readTheme } from './keep-theme.ts'
import styles from './library.module.css'
import { useLogOut } from './use-log-out.ts'

/** The person at the foot of the list, with what belongs to them rather than to a chat. */
export function PersonMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const language = useLanguage()
  const stored = useLiveQuery(readTheme)
  const theme = stored ?? 'system'
  const [unsent, setUnsent] = useState(0)
  // Chosen in another tab, or before this page was loaded.
  useEffect(() => {
    if (stored) applyTheme(stored)
  }, [stored])
  const logOut = useLogOut()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username || user.email

  const askToLogOut = async () => {
    const waiting = await countUnsent(user.id)
    if (waiting === 0) await logOut()
    else setUnsent(waiting)
  }
  const button = (
    <button type="button" className={styles.person}>
      <span className="visually-hidden">
        <Trans>Your account: {name}</Trans>
      </span>
      <Avatar name={name} src={user.profile.photo_url} />
      <span aria-hidden="true" className={styles.who}>
        <span className={styles.personName}>{name}</span>
        <span className={styles.mail}>{user.email}</span>
      </span>
      <SettingsIcon size={18} />
    </button>
  )
  return (
    <>
      <Menu trigger={button} side="top" align="start">
        <MenuRadioGroup
          label={t`Language`}
          value={language}
          onChange={(value) => isLanguage(value) && void changeLanguage(value)}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
        />
        <MenuSeparator />
        <MenuRadioGroup
          label={t`Theme`}
          value={theme}
          onChange={(value) => void chooseTheme(value === 'light' || value === 'dark' ? value : 'system')}
          options={[
            { value: 'system', label: t`As the device`, icon: <MonitorIcon size={18} /> },
            { value: 'light', label: t`Light`, icon: <SunIcon size={18} /> },
            { value: 'dark', label: t`Dark`, icon: <MoonIcon size={18} /> },
          ]}
        />
        <MenuSeparator />
        <MenuItem icon={<UserIcon size={18} />} onSelect={() => void navigate({ to: '/account' })}>
          <Trans>Account</Trans>
        </MenuItem>
        <MenuItem icon={<SettingsIcon size={18} />} onSelect={() => void navigate({ to: '/settings' })}>
          <Trans>Settings</Trans>
        </MenuItem>
        <MenuItem icon={<LogOutIcon size={18} />} onSelect={() => void askToLogOut()}>
          <Trans>Log out</Trans>
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={unsent > 0}
        onOpenChange={() => setUnsent(0)}
        title={t`Log out?`}
        text={
          <Plural
            value={unsent}
            one="# message has not been sent yet. Logging out removes it from this device."
            other="# messages have not been sent yet. Logging out removes them from this device."
          />
        }
        confirmLabel={t`Log out`}
        danger
        onConfirm={logOut}
      />
    </>
  )
}
