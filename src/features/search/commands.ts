import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AnyRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { User } from '#contract/objects/user.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { saveDeviceSetting } from '#offline/database/device-settings.ts'
import { usesProviderList } from '#session/entitlements.ts'
import {
  CloudIcon,
  EyeOffIcon,
  FileIcon,
  GaugeIcon,
  GlobeIcon,
  InfoIcon,
  KeyboardIcon,
  LogOutIcon,
  MonitorIcon,
  MoonIcon,
  PlusIcon,
  SettingsIcon,
  SunIcon,
  TrashIcon,
  UserIcon,
} from '#ui/icons/icons.tsx'

export interface Command {
  id: string
  label: MessageDescriptor
  Icon: ComponentType<{ size?: number }>
  /** Additional search terms for the command. */
  also?: MessageDescriptor
  /** As `Kbd` shows them. */
  keys?: readonly string[]
  /** The destination of the command; alternatively `run` is called. */
  to?: { to: string; search?: Record<string, string>; params?: Record<string, string> }
  run?: (deps: CommandDeps) => void
  only?: (user: User) => boolean
}

interface CommandDeps {
  router: AnyRouter
  showKeys: () => void
  logOut: () => void
}

const section = (name: string) => ({ to: '/settings', search: { section: name } })
const theme = (value: 'system' | 'light' | 'dark') => () =>
  void saveDeviceSetting(database(), 'theme', value).catch(reportError)

/** The commands of the palette, in this order. */
export const commands: readonly Command[] = [
  {
    id: 'new',
    label: msg`New chat`,
    Icon: PlusIcon,
    keys: ['mod', 'shift', 'O'],
    to: { to: '/chat/$chatId', params: { chatId: 'new' } },
  },
  {
    id: 'temporary',
    label: msg`Temporary chat`,
    Icon: EyeOffIcon,
    also: msg`private incognito not saved`,
    to: { to: '/chat/$chatId', params: { chatId: 'temporary' } },
  },
  { id: 'settings', label: msg`Settings`, Icon: SettingsIcon, also: msg`options preferences`, to: { to: '/settings' } },
  {
    id: 'conversation',
    label: msg`Settings: conversation`,
    Icon: SettingsIcon,
    also: msg`voice scores reasoning enter autoplay`,
    to: section('conversation'),
  },
  {
    id: 'sessions',
    label: msg`Settings: sessions`,
    Icon: SettingsIcon,
    also: msg`expiry history devices clear`,
    to: section('sessions'),
  },
  {
    id: 'sync-controls',
    label: msg`Settings: sync and offline`,
    Icon: CloudIcon,
    also: msg`storage waiting erase`,
    to: section('sync-controls'),
  },
  {
    id: 'profile-memory',
    label: msg`Settings: profile and memory`,
    Icon: UserIcon,
    also: msg`name about tone remember facts`,
    to: section('profile-memory'),
  },
  { id: 'account', label: msg`Account`, Icon: UserIcon, also: msg`password photo export`, to: { to: '/account' } },
  {
    id: 'subscriptions',
    label: msg`Subscriptions`,
    Icon: InfoIcon,
    also: msg`plans buy`,
    to: { to: '/subscriptions' },
  },
  {
    id: 'recently-deleted',
    label: msg`Recently deleted`,
    Icon: TrashIcon,
    also: msg`restore trash bin undo`,
    to: { to: '/recently-deleted' },
  },
  {
    id: 'import-chats',
    label: msg`Import chats`,
    Icon: FileIcon,
    also: msg`ChatGPT Claude export file JSON ZIP`,
    to: { to: '/import-chats' },
  },
  {
    id: 'history',
    label: msg`Subscription History`,
    Icon: InfoIcon,
    to: { to: '/account/subscriptions/history' },
  },
  {
    id: 'information',
    label: msg`About Companion and its scores`,
    Icon: InfoIcon,
    also: msg`privacy information help`,
    to: { to: '/information' },
  },
  {
    id: 'rating',
    label: msg`Rate answers`,
    Icon: GaugeIcon,
    also: msg`validator scores`,
    to: { to: '/rating' },
    only: (user) => user.profile.is_validator === true,
  },
  {
    id: 'admin',
    label: msg`Admin panel`,
    Icon: SettingsIcon,
    to: { to: '/admin-panel' },
    only: (user) => user.is_admin,
  },
  {
    id: 'users',
    label: msg`Users`,
    Icon: UserIcon,
    to: { to: '/admin-panel/users' },
    only: usesProviderList,
  },
  { id: 'dark', label: msg`Theme: dark`, Icon: MoonIcon, also: msg`night`, run: theme('dark') },
  { id: 'light', label: msg`Theme: light`, Icon: SunIcon, also: msg`day`, run: theme('light') },
  { id: 'system', label: msg`Theme: as the device`, Icon: MonitorIcon, run: theme('system') },
  // Found by its name in both languages, because the user may not read the current one.
  {
    id: 'es',
    label: msg`Language: Español`,
    Icon: GlobeIcon,
    also: msg`Spanish idioma`,
    run: () => changeLanguage('es'),
  },
  {
    id: 'en',
    label: msg`Language: English`,
    Icon: GlobeIcon,
    also: msg`Inglés idioma`,
    run: () => changeLanguage('en'),
  },
  {
    id: 'keys',
    label: msg`Keyboard shortcuts`,
    Icon: KeyboardIcon,
    keys: ['?'],
    run: ({ showKeys }) => showKeys(),
  },
  { id: 'log-out', label: msg`Log out`, Icon: LogOutIcon, also: msg`sign out leave`, run: ({ logOut }) => logOut() },
]
