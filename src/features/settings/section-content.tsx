import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { ClockIcon, CloudIcon, SettingsIcon, SpeakerIcon, UserIcon } from '#ui/icons/icons.tsx'
import { ConversationSection } from './conversation/conversation-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { ProfileSection } from './profile/profile-section.tsx'
import type { Section, SectionProps } from './sections.ts'
import { SessionsSection } from './sessions/sessions-section.tsx'
import { SyncSection } from './sync/sync-section.tsx'

interface Part {
  label: MessageDescriptor
  /** A summary of its contents, shown under its name in the list. */
  about: MessageDescriptor
  Icon: ComponentType<{ size?: number }>
  Content: ComponentType<SectionProps>
}

export const sectionContent: Record<Section, Part> = {
  general: {
    label: msg`General`,
    about: msg`Language, theme and emails`,
    Icon: SettingsIcon,
    Content: GeneralSection,
  },
  conversation: {
    label: msg`Conversation`,
    about: msg`Voice, scores, reasoning, Enter`,
    Icon: SpeakerIcon,
    Content: ConversationSection,
  },
  sessions: {
    label: msg`Sessions`,
    about: msg`How long chats live, history, devices`,
    Icon: ClockIcon,
    Content: SessionsSection,
  },
  'sync-controls': {
    label: msg`Sync and offline`,
    about: msg`What waits, what is kept here, storage`,
    Icon: CloudIcon,
    Content: SyncSection,
  },
  'profile-memory': {
    label: msg`Profile and memory`,
    about: msg`Your name, tone, and what is remembered`,
    Icon: UserIcon,
    Content: ProfileSection,
  },
}
