import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import * as v from 'valibot'
import { type ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SubmitRow, useSaved } from '#ui/form/submit-row.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'

const About = v.pick(ChatProfilePatch, ['preferred_name', 'about', 'tone'])

/** Optimistic update: saved on this device at once and sent when the server is reachable. */
export function AboutForm({ profile }: { profile: ChatProfile }) {
  const { t } = useLingui()
  const { preferred_name, about, tone } = profile
  const form = useAppForm(About, { preferred_name, about, tone })
  const saved = useSaved()
  /** The initial values, or those of the last save. */
  const seen = useRef<v.InferOutput<typeof About>>({ preferred_name, about, tone })
  const save = async (typed: v.InferOutput<typeof About>) => {
    // Only fields changed here are sent, so that changes from another device are not overwritten.
    const changed = Object.entries(typed).filter(([field, text]) => text !== seen.current[field as keyof typeof typed])
    await saved.save(changed.length > 0 ? changeChatProfile(Object.fromEntries(changed)) : Promise.resolve())
    seen.current = typed
  }
  return (
    <Form of={form} onChange={saved.forget} onSubmit={save}>
      <TextField name="preferred_name" label={t`Preferred name`} autoComplete="nickname" maxLength={80} />
      <TextField name="tone" label={t`Tone`} maxLength={60} placeholder={t`For example: direct, warm, short`} />
      <TextAreaField
        name="about"
        label={t`About me`}
        rows={4}
        maxLength={2000}
        placeholder={t`What helps to answer you well: your work, your family, what you care about`}
      />
      <FormError />
      <SubmitRow isSaved={saved.isSaved} />
    </Form>
  )
}
