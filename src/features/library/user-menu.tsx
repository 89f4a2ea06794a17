import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { User } from '#contract/objects/user.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { userName } from '#data/user-name.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { isLanguage, languageNames, languages } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { usesProviderList } from '#session/entitlements.ts'
import { Avatar } from '#ui/data-display/avatar.tsx'
import {
  CheckSquareIcon,
  ColumnsIcon,
  GaugeIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  SettingsIcon,
  SunIcon,
  UserIcon,
} from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem, MenuRadioGroup, MenuSeparator } from '#ui/menu/menu-item.tsx'
import type { Theme } from '#ui/theme/theme.ts'
import styles from './library.module.css'
import { useConfirmLogOut } from './log-out/use-confirm-log-out.tsx'

/** The user menu below the list, with the account's items. */
export function UserMenu({ user, items }: { user: User; items?: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const language = useLanguage()
  const theme = useLiveQuery(() => readDeviceSetting(database(), 'theme')) ?? 'system'
  const leaving = useConfirmLogOut(user.id)
  const selectTheme = (value: Theme) => saveDeviceSetting(database(), 'theme', value).catch(reportError)
  const name = userName(user)
  const isOffered = useSyncExternalStore(appUpdate.subscribe, appUpdate.offer) !== null

  const button = (
    <button type="button" className={styles.user} aria-description={isOffered ? t`A new version is ready` : undefined}>
      <span className="visually-hidden">
        <Trans>Your account: {name}</Trans>
      </span>
      <Avatar name={name} src={user.profile.photo_url} />
      <span aria-hidden="true" className={styles.who}>
        <span className={styles.userName}>{name}</span>
        <span className={styles.mail}>{user.email}</span>
      </span>
      {isOffered ? <span className={styles.dot} /> : null}
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
          onChange={(value) => void selectTheme(value === 'light' || value === 'dark' ? value : 'system')}
          options={[
            { value: 'system', label: t`Same as device`, icon: <MonitorIcon size={18} /> },
            { value: 'light', label: t`Light`, icon: <SunIcon size={18} /> },
            { value: 'dark', label: t`Dark`, icon: <MoonIcon size={18} /> },
          ]}
        />
        <MenuSeparator />
        <MenuItem icon={<UserIcon size={18} />} onSelect={() => void navigate({ to: '/account' })}>
          <Trans>Account</Trans>
        </MenuItem>
        <MenuItem icon={<GaugeIcon size={18} />} onSelect={() => void navigate({ to: '/account', hash: 'usage' })}>
          <Trans>Usage</Trans>
        </MenuItem>
        <MenuItem icon={<SettingsIcon size={18} />} onSelect={() => void navigate({ to: '/settings' })}>
          <Trans>Settings</Trans>
        </MenuItem>
        {user.profile.is_validator === true ? (
          <MenuItem icon={<CheckSquareIcon size={18} />} onSelect={() => void navigate({ to: '/rating' })}>
            <Trans>Rate answers</Trans>
          </MenuItem>
        ) : null}
        {user.is_admin ? (
          <MenuItem icon={<ColumnsIcon size={18} />} onSelect={() => void navigate({ to: '/admin-panel' })}>
            <Trans>Admin panel</Trans>
          </MenuItem>
        ) : null}
        {usesProviderList(user) ? (
          <MenuItem icon={<ColumnsIcon size={18} />} onSelect={() => void navigate({ to: '/admin-panel/users' })}>
            <Trans>Users</Trans>
          </MenuItem>
        ) : null}
        {items}
        <MenuItem icon={<LogOutIcon size={18} />} onSelect={() => void leaving.confirm()}>
          <Trans>Log out</Trans>
        </MenuItem>
      </Menu>
      {leaving.dialog}
    </>
  )
}
