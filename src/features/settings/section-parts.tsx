import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType, ReactNode } from 'react'
import { CloudIcon, SettingsIcon } from '#ui/icons.tsx'
import { GeneralSection } from './general-section.tsx'
import type { BuiltSection } from './sections.ts'
import { SyncSection } from './sync-section.tsx'

export interface SectionProps {
  account: number
  /** The switch for notifications, which is another feature's. */
  notifications: ReactNode
  /** The switch for the newsletter, which is the account's. */
  newsletter: ReactNode
  /** Erases this device; the page then shows how it goes. */
  onErase: () => void
}

interface Part {
  label: MessageDescriptor
  /** What is in it, under its name in the list. */
  about: MessageDescriptor
  Icon: ComponentType<{ size?: number }>
  Content: ComponentType<SectionProps>
}

export const sectionParts: Record<BuiltSection, Part> = {
  general: {
    label: msg`General`,
    about: msg`Language, theme and newsletter`,
    Icon: SettingsIcon,
    Content: GeneralSection,
  },
  'sync-controls': {
    label: msg`Sync and offline`,
    about: msg`What waits, what is kept here, storage`,
    Icon: CloudIcon,
    Content: SyncSection,
  },
}
