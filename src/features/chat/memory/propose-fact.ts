import { MEMORY_MAX } from '#contract/limits.ts'

/** More than this is a text to work on, not something that a person says of themselves. */
const WORDS_LIKE_TALK = 1_500

/**
 * A fact that somebody has said about themselves, in their own words; null when nothing matches. Only whole sentences
 * that begin so are looked at (decision 029): "If I lived in Lyon" and "I don't live in Lyon" propose nothing, nor do
 * questions, quotations and code.
 */
export function proposeFact(message: string): string | null {
  if (message.length > WORDS_LIKE_TALK || message.includes('```')) return null
  for (const sentence of sentencesOf(message)) {
    const fact = factOf(sentence)
    if (fact !== null && fact.length <= MEMORY_MAX) return fact
  }
  return null
}

/** Lines that quote somebody are left out. */
function sentencesOf(message: string): string[] {
  const lines = message.split('\n').filter((line) => !/^\s*(?:>|["“«'`])/.test(line))
  return lines.flatMap((line) => line.match(/[^.!?…;]+[.!?…;]*/g) ?? []).map((sentence) => sentence.trim())
}

function factOf(sentence: string): string | null {
  if (/[?¿]/.test(sentence)) return null
  const plain = sentence.replace(opening, '').replace(/[.!…;,\s]+$/, '')
  for (const pattern of asked) {
    const words = pattern.exec(plain)?.[1]?.trim()
    if (words && words.split(/\s+/).length > 1) return capital(words)
  }
  return said.some((pattern) => pattern.test(plain)) ? capital(plain) : null
}

const opening =
  /^(?:(?:hi|hello|hey|well|so|and|ok(?:ay)?|please|by the way|hola|bueno|pues|y|oye|por favor|por cierto)\b[,:!]?\s+)+/iu

/** Said to be remembered: what follows is the fact. */
const asked: readonly RegExp[] = [
  /^(?:(?:can|could) you )?(?:please )?remember (?:that|this:?|,)\s+(.+)$/iu,
  /^(?:please )?(?:don['’]t|do not|never) forget (?:that|this:?)\s+(.+)$/iu,
  /^(?:please )?keep in mind (?:that|this:?)\s+(.+)$/iu,
  /^recuerda(?: que|:)\s+(.+)$/iu,
  /^acu[eé]rdate(?: de)?(?: que|:)\s+(.+)$/iu,
  /^no (?:te )?olvides (?:de )?que\s+(.+)$/iu,
  /^ten en cuenta que\s+(.+)$/iu,
]

const people =
  'wife|husband|partner|son|daughter|mother|father|mum|mom|dad|brother|sister|boss|dog|cat|girlfriend|boyfriend'
const gente =
  'mujer|esposa|marido|esposo|pareja|hijo|hija|madre|padre|hermano|hermana|jefe|jefa|perro|perra|gato|gata|novia|novio'
const many = '(?:no|an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)'
const cuantos = '(?:una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\\d+)'

/** Said of oneself: the sentence is the fact. */
const said: readonly RegExp[] = [
  /^my name is \S+/iu,
  /^(?:[Yy]ou can |[Jj]ust )?[Cc]all me \p{Lu}\S*/u,
  /^[Ii](?:['’]m| am) from \p{Lu}/u,
  /^i live (?:in|near|with|alone)\b/iu,
  /^i was born (?:in|on)\b/iu,
  /^(?:i['’]m|i am) (?:allergic to|intolerant to|vegetarian\b|vegan\b|diabetic\b|coeliac\b|celiac\b|deaf\b|blind\b|left-handed\b|\d{1,3} years old)/iu,
  /^i (?:work|teach|study) (?:as|at|for|in)\b/iu,
  new RegExp(
    `^(?:i have|i['’]ve got) ${many} (?:children|kids|sons?|daughters?|child|brothers?|sisters?|dogs?|cats?)\\b`,
    'iu',
  ),
  /^my birthday is\b/iu,
  new RegExp(`^my (?:${people})(?:['’]s name is| is called) \\S+`, 'iu'),
  /^my favou?rite [\p{L} ]+ (?:is|are)\b/iu,
  /^i (?:always |usually )?prefer\b/iu,
  /^i (?:speak|don['’]t eat|do not eat|don['’]t drink|do not drink)\b/iu,
  /^me llamo \S+/iu,
  /^mi nombre es \S+/iu,
  /^(?:[Pp]uedes )?[Ll]l[aá]ma(?:me|rme) \p{Lu}\S*/u,
  /^(?:[Yy]o )?[Ss]oy de \p{Lu}/u,
  /^(?:yo )?vivo (?:en|con|cerca|sol[oa])\b/iu,
  /^nac[ií] (?:en|el)\b/iu,
  /^(?:yo )?soy (?:al[eé]rgic[oa] a|intolerante a|vegetarian[oa]\b|vegan[oa]\b|diab[eé]tic[oa]\b|cel[ií]ac[oa]\b|sord[oa]\b|cieg[oa]\b|zurd[oa]\b)/iu,
  /^(?:yo )?trabajo (?:de|como|en|para)\b/iu,
  /^(?:yo )?estudio (?:en|para|\p{L}+)\b/iu,
  new RegExp(
    `^(?:yo )?tengo (?:${cuantos} (?:hij[oa]s?|herman[oa]s?|perr[oa]s?|gat[oa]s?)|\\d{1,3} años)(?!\\p{L})`,
    'iu',
  ),
  /^mi cumpleaños es\b/iu,
  new RegExp(`^mi (?:${gente}) se llama \\S+`, 'iu'),
  /^mis? [\p{L} ]+ favorit[oa]s? (?:es|son)\b/iu,
  /^(?:yo )?prefiero\b/iu,
  /^(?:yo )?(?:hablo (?:\p{L}+)|no como\b|no bebo\b)/iu,
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
