import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { useKnownProfile } from '#data/use-chat-profile.ts'
import { formDraftKey } from '#offline/drafts/form-draft.ts'
import { Group, Row } from '#ui/layout/group.tsx'
import { AboutForm } from './about-form.tsx'
import { FactList } from './fact-list.tsx'
import { ProfileSwitch } from './profile-switch.tsx'

/** The user's data that the assistant receives, all of it editable. */
export function ProfileSection({ userId }: { userId: number }) {
  const profile = useKnownProfile()
  const aboutDraft = useStoredFormDraft({ userId, draftKey: formDraftKey('profile', 'about') })
  const memoryHeading = useRef<HTMLHeadingElement>(null)
  const factDraft = useStoredFormDraft({ userId, draftKey: formDraftKey('profile', 'fact') })
  // All at once, because a form that is shown later would move what is below it.
  if (profile === undefined || aboutDraft === undefined || factDraft === undefined) return null
  if (profile === null) return <NotHereYet />
  const { memory_enabled, memories } = profile
  return (
    <>
      <Group
        title={<Trans>You</Trans>}
        text={<Trans>All of it is optional, and told to the model with each question.</Trans>}
      >
        <AboutForm profile={profile} stored={aboutDraft} />
      </Group>
      <Group
        headingRef={memoryHeading}
        title={<Trans>Memory</Trans>}
        text={
          memory_enabled ? (
            <Trans>
              With each question the model is told the facts below, or as many of the newest as fit, what stands under
              “You”, and the language of your emails; nothing else of your settings or other chats. A fact is kept only
              when you say so.
            </Trans>
          ) : (
            <Trans>Memory is off: the facts below are kept for you, and not sent to the model.</Trans>
          )
        }
      >
        <ProfileSwitch name="memory_enabled" label={<Trans>Use memory</Trans>} />
        <FactList facts={memories} stored={factDraft} heading={memoryHeading} />
      </Group>
      <Group title={<Trans>Taking part</Trans>}>
        <Row
          label={<Trans>Volunteers can sign up to rate answers, to compare scores with people’s judgement.</Trans>}
          action={
            <Link to="/information" hash="validators">
              <Trans>Become a validator</Trans>
            </Link>
          }
        />
      </Group>
    </>
  )
}

/** Shown before the profile is loaded: empty fields would look like a loss and could overwrite the profile. */
function NotHereYet() {
  return (
    <Group title={<Trans>You</Trans>}>
      <Row
        label={<Trans>What you have told the assistant has not come to this device yet.</Trans>}
        text={<Trans>It appears here after the first sync, and can be changed then, without a network too.</Trans>}
      />
    </Group>
  )
}
