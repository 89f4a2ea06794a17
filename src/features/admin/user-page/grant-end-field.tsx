import { useLingui } from '@lingui/react/macro'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import * as v from 'valibot'
import { says } from '#contract/primitives.ts'
import { TextField } from '#ui/form/text-field.tsx'

/** The end of the chosen day in the admin's time zone, ISO 8601; undefined without a day. */
export const GrantEnd = v.pipe(
  v.string(),
  v.regex(/^(?:\d{4}-\d{2}-\d{2})?$/, says('invalid')),
  v.check((day) => day === '' || !Number.isNaN(Date.parse(`${day}T23:59:59`)), says('invalid')),
  v.transform((day) => (day === '' ? undefined : new Date(`${day}T23:59:59`).toISOString())),
)

/** The last day of a grant, from tomorrow on. */
export function GrantEndField({ description }: { description?: string }) {
  const { t } = useLingui()
  return (
    <TextField
      name="current_period_end"
      label={t`Until`}
      description={description}
      type="date"
      min={format(addDays(new Date(), 1), 'yyyy-MM-dd')}
      max="9999-12-31"
    />
  )
}
