/** What takes the place of each kind of personal text. */
export interface Placeholders {
  name: string
  email: string
  phone: string
  address: string
  /** The rest of a link, after its host. */
  link: string
}

interface Result {
  text: string
  /** How many places were replaced. */
  count: number
}

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const url = /\b(https?:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>)\]]+)([^\s"'<>)\]]*[^\s"'<>)\].,;:!?])?/giu
/** Parts of a link that tend to name somebody: an account, a profile, a session, a long number. */
const personalPart = /[?#@~]|\/(?:users?|u|in|profiles?|people|perfil|usuarios?)\/|\d{5}/iu
/** Hyphens: of the keyboard, and the typographic ones up to the en dash. */
const hyphen = String.raw`\u2010-\u2013-`
const digits = new RegExp(String.raw`(?:\+|\()?\d(?:[\d\s()./${hyphen}]*\d)?(?![\p{L}\p{N}])`, 'gu')
const separator = `[/.${hyphen}]`
const dateOrDecimal = new RegExp(
  String.raw`^(?:\d+\.\d+|\d{4}${separator}\d{1,2}${separator}\d{1,2}|\d{1,2}${separator}\d{1,2}${separator}\d{2,4}|\d{4}\s?[/${hyphen}]\s?\d{4})$`,
  'u',
)
const grouped = /^\d{1,3}(?: \d{3})+$/
const capital = String.raw`\p{Lu}[\p{L}\p{M}'’-]*`
const street = new RegExp(
  String.raw`\b\d{1,5}[A-Za-z]?\s+(?:${capital}\s+){1,4}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Square|Court|Terrace|Place)\b`,
  'gu',
)
const link = '(?:de|del|la|las|los|el)'
const calle = new RegExp(
  String.raw`(?:[Cc]alle|C\/|[Aa]vda\.?|[Aa]venida|[Pp]aseo|[Pp]laza|[Cc]amino|[Rr]onda)\s*(?:${link}\s+)*${capital}(?:\s+(?:${link}|${capital}))*(?:,?\s*(?:n[.º°]+\s*)?\d{1,4}\b)`,
  'gu',
)
/** Words of names that occur in nearly every text. */
const particle = /^(?:the|el|la|los|las|le|de|del|da|di|du|van|von|der|don|doña)$/iu
const relatives =
  'sister|brother|mother|father|wife|husband|son|daughter|friend|boss|neighbou?r|colleague|partner|girlfriend|boyfriend|aunt|uncle|cousin'
const parientes =
  'hermana|hermano|madre|padre|mujer|esposa|marido|hijo|hija|amiga|amigo|jefa|jefe|vecina|vecino|novia|novio|pareja|tía|tío|prima|primo'
const introduced = new RegExp(
  String.raw`\b([Mm]y name is|[Cc]all me|[Mm]e llamo|[Mm]i nombre es|[Ll]lámame|Mrs?\.?|Ms\.?|Dr\.?|Dra\.|Sra?\.|Don|Doña|(?:[Mm]y|[Yy]our)\s(?:${relatives})|(?:[Mm]i|[Tt]u)\s(?:${parientes}))(\s+)${capital}(?:\s+${capital}){0,2}`,
  'gu',
)

/**
 * Replaces addresses and names by placeholders, as far as rules can: email addresses, telephone numbers, streets with
 * a number, the personal parts of links, names after a title, "my name is" or "my sister", and the given names wherever
 * they occur.
 */
export function anonymise(text: string, names: readonly string[], placeholders: Placeholders): Result {
  let count = 0
  const put = (placeholder: string) => () => {
    count += 1
    return placeholder
  }
  /** Leaves what begins within a word. Instead of a lookbehind, which browsers have had since 2023 only. */
  const putAtStart =
    (placeholder: string) =>
    (whole: string, ...rest: (string | number)[]) =>
      isWithinWord(rest) ? whole : put(placeholder)()
  let result = text.replace(url, (whole: string, scheme: string, host: string, rest: string = '') => {
    const account = whole.startsWith(`${scheme}${host}`) ? '' : '@'
    if (!personalPart.test(account + rest)) return whole
    count += 1
    return `${scheme}${host}/${placeholders.link}`
  })
  result = result.replace(email, put(placeholders.email))
  result = result.replace(street, put(placeholders.address)).replace(calle, putAtStart(placeholders.address))
  result = result.replace(digits, (whole, ...rest) => {
    if (isWithinWord(rest)) return whole
    return isPhone(whole) ? put(placeholders.phone)() : whole
  })
  // Before the given names: a known first name that is replaced already would hide the surname after it.
  result = result.replace(introduced, (_whole, before: string, space: string) => {
    count += 1
    return `${before}${space}${placeholders.name}`
  })
  for (const name of namesOf(names)) result = result.replace(wholeName(name), putAtStart(placeholders.name))
  return { text: result, count }
}

function isPhone(whole: string): boolean {
  const length = whole.replace(/\D/g, '').length
  if (length < 7 || dateOrDecimal.test(whole)) return false
  // A run of few digits is an amount more often than a telephone number.
  if (length < 9 && (grouped.test(whole) || /^\d+$/.test(whole))) return false
  // Two dates or amounts with an en dash between them are a range.
  const ends = whole.split(/\s?–\s?/)
  return ends.length !== 2 || !ends.every((end) => dateOrDecimal.test(end) || grouped.test(end))
}

/** Whether a match begins after a letter or digit, from its position and the text, the last arguments of a replacer. */
function isWithinWord(rest: readonly (string | number)[]): boolean {
  const [position, text] = rest.slice(-2)
  return typeof position === 'number' && typeof text === 'string' && /[\p{L}\p{N}]$/u.test(text.slice(0, position))
}

/**
 * The names and their capitalised parts, because a text often has one of two surnames only. The longest first, so that
 * "Ana María" is not left as "[name] María".
 */
const namesOf = (names: readonly string[]): string[] =>
  [...new Set(names.flatMap((name) => [name.trim(), ...partsOf(name)]))]
    .filter((name) => name.length > 1)
    .sort((one, other) => other.length - one.length)

const partsOf = (name: string): string[] =>
  name.split(/[\s-]+/).filter((part) => /^\p{Lu}[\p{L}'’]/u.test(part) && !particle.test(part))

/** Matches a name as a whole word, with a straight or a typographic apostrophe, whichever the profile has. */
const wholeName = (name: string): RegExp => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/['’]/g, "['’]")
  return new RegExp(String.raw`${escaped}(?![\p{L}\p{N}])`, 'giu')
}
