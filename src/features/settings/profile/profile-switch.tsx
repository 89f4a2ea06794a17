import type { ReactNode } from 'react'
import type { ChatProfile } from '#contract/objects/chat-profile.ts'
import { useAction } from '#data/use-action.ts'
import { changeChatProfile, useChatProfile } from '#data/use-chat-profile.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure } from '#ui/layout/group.tsx'

type Flag = { [K in keyof ChatProfile]: ChatProfile[K] extends boolean ? K : never }[keyof ChatProfile]

/** A switch of the profile as an optimistic update: shown at once, sent when the server is reachable. */
export function ProfileSwitch({ name, label, text }: { name: Flag; label: ReactNode; text?: ReactNode }) {
  const profile = useChatProfile()
  const { run, failure } = useAction((on: boolean) => changeChatProfile({ [name]: on }))
  return (
    <div>
      <Switch row label={label} description={text} checked={profile[name]} onChange={(on) => run(on)} />
      <Failure>{failure}</Failure>
    </div>
  )
}
