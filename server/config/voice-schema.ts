import * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'

/** The voices of the speech service by language. */
export type Voices = Readonly<Record<Language, string>>

const voice = v.pipe(v.string(), v.regex(/^[^\s,=]{1,100}$/))

/** One voice for all languages, `alloy`, or one for each, `en=af_heart,es=ef_dora`. */
export const VoiceSetting = v.pipe(
  v.string(),
  v.transform((setting) => {
    if (!setting.includes('=')) return { en: setting, es: setting }
    return Object.fromEntries(setting.split(',').map((item) => item.split('=', 2).map((part) => part.trim())))
  }),
  v.strictObject(
    { en: voice, es: voice },
    'must be the name of a voice, or one for each language like en=alloy,es=nova',
  ),
)
