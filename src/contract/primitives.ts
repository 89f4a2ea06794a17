import * as v from 'valibot'
import type { FieldMessage } from './field-messages.ts'
import { EMAIL_MAX, LABEL_MAX, NAME_MAX, NAME_MIN, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MIN } from './limits.ts'
import { isPersonalPassword, isVariedPassword } from './weak-password.ts'

/** Makes a misspelt message key a compile error; client and server look up the message by key. */
export const says = (key: FieldMessage): FieldMessage => key

/**
 * A list of at most `max` items. Valibot validates every item, and stores an issue for each, before the length; here
 * the length is checked first, so that a list of 85,000 invalid items costs no more than a short one.
 */
export function boundedArray<Item extends v.GenericSchema>(
  item: Item,
  max: number,
  { tooMany = 'too_long', notAList = 'invalid' }: { tooMany?: FieldMessage; notAList?: FieldMessage } = {},
): v.GenericSchema<v.InferInput<Item>[], v.InferOutput<Item>[]> {
  const bounded = v.pipe(
    v.array(v.unknown(), says(notAList)),
    v.maxLength(max, says(tooMany)),
    // For the OpenAPI generator, which reads a pipe only up to its second schema.
    v.metadata({ items: item }),
    v.array(item, says(notAList)),
  )
  return bounded as unknown as v.GenericSchema<v.InferInput<Item>[], v.InferOutput<Item>[]>
}

export const Timestamp = v.pipe(
  v.string(says('invalid')),
  v.isoTimestamp(says('invalid')),
  // ISO 8601 has forms that Date cannot parse, such as an offset of hours only.
  v.check((text) => !Number.isNaN(Date.parse(text)), says('invalid')),
)
export const Uuid = v.pipe(v.string(says('required')), v.uuid(says('invalid')), v.toLowerCase())
/** An upper limit is needed: 1e300 is an integer too, but no database can store it. */
export const Id = v.pipe(v.number(says('invalid')), v.safeInteger(says('invalid')), v.minValue(1, says('invalid')))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const Price = v.pipe(v.string(says('price_required')), v.regex(/^\d{1,8}\.\d{2}$/, says('price_required')))
export const Language = v.picklist(['en', 'es'], says('invalid'))
export type Language = v.InferOutput<typeof Language>
export const Message = v.object({ message: v.string() })

/**
 * An address whose domain is written in letters of any script, such as `info@español.es`, with the domain in ASCII, as
 * mail servers and some browsers' fields of type email write it; any other text unchanged.
 */
function withAsciiDomain(text: string): string {
  const [, local, domain] = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(text) ?? []
  if (local === undefined || !URL.canParse(`https://${domain}`)) return text
  return local + new URL(`https://${domain}`).hostname
}

/** Unquoted local part (RFC 5322, atext between single dots), and a domain of at least two labels (RFC 1035). */
const MAIL_ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]+)$/i

export const Email = v.pipe(
  v.string(says('email_required')),
  v.trim(),
  v.nonEmpty(says('email_required')),
  v.maxLength(EMAIL_MAX, says('email_invalid')),
  v.transform(withAsciiDomain),
  v.maxLength(EMAIL_MAX, says('email_invalid')),
  v.regex(MAIL_ADDRESS, says('email_invalid')),
  v.toLowerCase(),
)

const isOfLength = (text: string) => text.length >= PASSWORD_MIN && text.length <= PASSWORD_MAX
/** Refuses passwords with few different characters; one of invalid length is refused for its length alone. */
export const passwordVaried = v.check(
  (text: string) => !isOfLength(text) || isVariedPassword(text),
  says('password_repetitive'),
)
export const passwordNotProduct = v.check(
  (text: string) => !isOfLength(text) || !isPersonalPassword(text, {}),
  says('password_personal'),
)

/** The server also refuses common passwords and those that equal a name or the email of the account. */
export const NewPassword = v.pipe(
  v.string(says('password_required')),
  v.nonEmpty(says('password_required')),
  v.minLength(PASSWORD_MIN, says('password_min')),
  v.maxLength(PASSWORD_MAX, says('too_long')),
  passwordVaried,
  passwordNotProduct,
)

/** A password for sign-in, which is only compared: any length up to the limit is accepted. */
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
 * Control characters, format characters (text direction, zero width) and line separators: they are invisible and change
 * how the surrounding text is displayed.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Optional; an empty one counts as missing. */
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
