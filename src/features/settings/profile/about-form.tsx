import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import { type ChatProfile, ChatProfilePatch } from '#contract/objects/chat-profile.ts'
import { type StoredFormDraft, useFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { changeChatProfile } from '#data/use-chat-profile.ts'
import { useAppForm } from '#ui/form/app-form.ts'
import { Form } from '#ui/form/form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { RestoredNotice } from '#ui/form/restored-notice.tsx'
import { SubmitRow, useSaved } from '#ui/form/submit-row.tsx'
import { TextAreaField, TextField } from '#ui/form/text-field.tsx'

const FIELDS = ['preferred_name', 'about', 'tone'] as const
const About = v.pick(ChatProfilePatch, FIELDS)

/** Optimistic update: saved on this device at once and sent when the server is reachable. */
export function AboutForm({ profile, stored }: { profile: ChatProfile; stored: StoredFormDraft }) {
  const { t } = useLingui()
  const { preferred_name, about, tone } = profile
  const draft = useFormDraft({ preferred_name, about, tone }, stored)
  const form = useAppForm(About, draft.values)
  const { changed: changedBy, follow } = draft
  const known = useRef({ preferred_name, about, tone })
  useEffect(() => {
    const [before, now, typed] = [known.current, { preferred_name, about, tone }, form.values()]
    const own = changedBy(typed)
    known.current = now
    follow(now)
    for (const name of FIELDS) {
      // What was typed just after a save may equal what was known before it, and is not overwritten either.
      const isUntouched = typed[name] === before[name] && own[name] === undefined
      if (isUntouched && now[name] !== before[name]) form.fill(name, now[name])
    }
  }, [form, changedBy, follow, preferred_name, about, tone])
  const saved = useSaved()
  const save = async (typed: v.InferOutput<typeof About>) => {
    // Only fields changed here are sent, so that changes from another device are not overwritten.
    const changed = draft.changed(typed)
    await saved.save(Object.keys(changed).length > 0 ? changeChatProfile(changed) : Promise.resolve())
    draft.submit(typed, form.values())
  }
  const handleChange = () => {
    saved.forget()
    draft.save(form.values())
  }
  return (
    <Form of={form} onChange={handleChange} onSubmit={save}>
      <TextField name="preferred_name" label={t`Preferred name`} autoComplete="nickname" maxLength={80} />
      <TextField name="tone" label={t`Tone`} maxLength={60} placeholder={t`For example: direct, warm, short`} />
      <TextAreaField
        name="about"
        label={t`About me`}
        rows={4}
        maxLength={2000}
        placeholder={t`What helps to answer you well: your work, your family, what you care about`}
      />
      <RestoredNotice form={form} draft={{ ...draft, initial: { preferred_name, about, tone } }} />
      <FormError />
      <SubmitRow isSaved={saved.isSaved} />
    </Form>
  )
}
