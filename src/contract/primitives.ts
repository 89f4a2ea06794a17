import * as v from 'valibot'
import type { FieldMessage } from './field-messages.ts'
import { EMAIL_MAX, LABEL_MAX, NAME_MAX, NAME_MIN, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MIN } from './limits.ts'
import { isPersonalPassword, isVariedPassword } from './weak-password.ts'

/** Makes a misspelt message key a compile error; words are found by key on either side. */
export const says = (key: FieldMessage): FieldMessage => key

/**
 * A list of at most `max` items. Valibot checks every item of a list, and keeps a problem of each, before it looks at the
 * length; here the length is checked first, so that a list of 85,000 wrong items costs no more than a short one.
 */
export function boundedArray<Item extends v.GenericSchema>(
  item: Item,
  max: number,
  { tooMany = 'too_long', notAList = 'invalid' }: { tooMany?: FieldMessage; notAList?: FieldMessage } = {},
): v.GenericSchema<v.InferInput<Item>[], v.InferOutput<Item>[]> {
  const bounded = v.pipe(
    v.array(v.unknown(), says(notAList)),
    v.maxLength(max, says(tooMany)),
    // The API's description reads this: what it says of a request ends before the second schema.
    v.metadata({ items: item }),
    v.array(item, says(notAList)),
  )
  return bounded as unknown as v.GenericSchema<v.InferInput<Item>[], v.InferOutput<Item>[]>
}

export const Timestamp = v.pipe(
  v.string(says('invalid')),
  v.isoTimestamp(says('invalid')),
  // ISO 8601 has forms, such as an offset of hours only, that Date cannot read.
  v.check((text) => !Number.isNaN(Date.parse(text)), says('invalid')),
)
export const Uuid = v.pipe(v.string(says('required')), v.uuid(says('invalid')), v.toLowerCase())
/** 1e300 is whole too, but no database has such a number. */
export const Id = v.pipe(v.number(says('invalid')), v.safeInteger(says('invalid')), v.minValue(1, says('invalid')))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const Price = v.pipe(v.string(says('price_required')), v.regex(/^\d{1,8}\.\d{2}$/, says('price_required')))
export const Language = v.picklist(['en', 'es'], says('invalid'))
export type Language = v.InferOutput<typeof Language>
export const Message = v.object({ message: v.string() })

export const Email = v.pipe(
  v.string(says('email_required')),
  v.trim(),
  v.nonEmpty(says('email_required')),
  v.maxLength(EMAIL_MAX, says('email_invalid')),
  v.email(says('email_invalid')),
  v.toLowerCase(),
)

const isOfLength = (text: string) => text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX
/** What is too easily guessed whosever it is; of another length a password is refused for that alone. */
export const passwordVaried = v.check(
  (text: string) => !isOfLength(text) || isVariedPassword(text),
  says('password_repetitive'),
)
export const passwordNotProduct = v.check(
  (text: string) => !isOfLength(text) || !isPersonalPassword(text, {}),
  says('password_personal'),
)

/** The server also refuses the most used ones and those that are what the account is called. */
export const NewPassword = v.pipe(
  v.string(says('password_required')),
  v.nonEmpty(says('password_required')),
  v.minLength(PASSWORD_MIN, says('password_min')),
  v.maxLength(PASSWORD_MAX, says('too_long')),
  passwordVaried,
  passwordNotProduct,
)

/** A password that is only compared: any length is a fair try. */
export const GivenPassword = v.pipe(
  v.string(says('password_required')),
  v.nonEmpty(says('password_required')),
  v.maxLength(PASSWORD_MAX, says('too_long')),
)

/** Letters of any script, with inner spaces, hyphens and apostrophes. */
const nameLetters = /^\p{L}[\p{L}\p{M}]*(?:[ '’-][\p{L}\p{M}]+)*$/u

const name = (required: FieldMessage, min: FieldMessage, letters: FieldMessage) =>
  v.pipe(
    v.string(says(required)),
    v.trim(),
    v.nonEmpty(says(required)),
    v.minLength(NAME_MIN, says(min)),
    v.maxLength(NAME_MAX, says('too_long')),
    v.regex(nameLetters, says(letters)),
  )
export const FirstName = name('first_name_required', 'first_name_min', 'first_name_letters')
export const LastName = name('last_name_required', 'last_name_min', 'last_name_letters')

/**
 * Control characters, format characters (text direction, zero width) and line ends: they cannot be seen, yet they
 * change how the text around them is shown.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Optional; an empty one counts as not given. */
export const Username = v.pipe(
  v.string(says('invalid')),
  v.trim(),
  v.check((text) => withoutInvisible(text) === text, says('username_invisible')),
  v.maxLength(NAME_MAX, says('too_long')),
  v.check((text) => text === '' || text.length >= USERNAME_MIN, says('username_min')),
)

export const Label = v.pipe(
  v.string(says('name_required')),
  v.trim(),
  v.nonEmpty(says('name_required')),
  v.maxLength(LABEL_MAX, says('too_long')),
)

export const Color = v.pipe(v.string(says('invalid')), v.regex(/^#[0-9a-f]{6}$/i, says('invalid')), v.toLowerCase())

/** Path and query values arrive as text. */
export const IdParam = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/, says('invalid')), v.transform(Number))
export const CountParam = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, says('invalid')),
    v.transform(Number),
    v.minValue(min, says('invalid')),
    v.maxValue(max, says('invalid')),
  )
export const FlagParam = v.pipe(
  v.picklist(['true', 'false'], says('invalid')),
  v.transform((text) => text === 'true'),
)
export const UuidParams = v.object({ id: Uuid })
export const IdParams = v.object({ id: IdParam })
