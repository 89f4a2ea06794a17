import { MEMORY_MAX } from '#contract/limits.ts'
import { cutSentences } from './cut-sentences.ts'

/** A longer message is usually a text to work on, not a statement about the user. */
const TALK_LENGTH_MAX = 1_500

/**
 * Returns a fact that the user states about themselves, in their own words; null when nothing matches. Only whole
 * sentences that begin with a pattern are checked (decision 029): "If I lived in Lyon" and "I don't live in Lyon"
 * propose nothing, nor do questions, quotations and code.
 */
export function proposeFact(message: string): string | null {
  if (message.length > TALK_LENGTH_MAX || message.includes('```')) return null
  for (const sentence of sentencesOf(message)) {
    const fact = factOf(sentence)
    if (fact !== null && fact.length <= MEMORY_MAX) return fact
  }
  return null
}

/** Splits a message into sentences and their parts at semicolons; quoted lines are left out. */
function sentencesOf(message: string): string[] {
  const lines = message.split('\n').filter((line) => !/^\s*(?:>|["“«'`])/.test(line))
  return lines.flatMap(cutSentences).flatMap((sentence) => sentence.split(/;\s+/))
}

function factOf(sentence: string): string | null {
  if (/[?¿]/.test(sentence)) return null
  const begun = opening.exec(small(sentence))?.[0].length ?? 0
  const plain = sentence.slice(begun).replace(/[.!…;,\s]+$/, '')
  const low = small(plain)
  for (const pattern of requests) {
    const before = pattern.exec(low)?.[0].length ?? plain.length
    const fact = plain.slice(before).trim()
    if (fact.split(/\s+/).length > 1) return capital(fact)
  }
  return said.some((pattern) => pattern.test(low)) || named.some((pattern) => pattern.test(plain))
    ? capital(plain)
    : null
}

/**
 * Lower-cases a text without changing its length. Case-insensitive patterns would take many times as long to compile,
 * all of them at the first message of a visit.
 */
const small = (text: string): string => text.replace(/[A-ZÁÉÍÑÓÚ]/g, (letter) => letter.toLowerCase())

const opening =
  /^(?:(?:hi|hello|hey|well|so|and|ok(?:ay)?|please|by the way|hola|bueno|pues|y|oye|por favor|por cierto)\b[,:!]?\s+)+/

/** Requests to remember something: the text that follows is the fact. */
const requests: readonly RegExp[] = [
  /^(?:(?:can|could) you )?(?:please )?remember (?:that|this:?|,)\s+/,
  /^(?:please )?(?:don['’]t|do not|never) forget (?:that|this:?)\s+/,
  /^(?:please )?keep in mind (?:that|this:?)\s+/,
  /^recuerda(?: que|:)\s+/,
  /^acu[eé]rdate(?: de)?(?: que|:)\s+/,
  /^no (?:te )?olvides (?:de )?que\s+/,
  /^ten en cuenta que\s+/,
]

const relatives =
  'wife|husband|partner|son|daughter|mother|father|mum|mom|dad|brother|sister|boss|dog|cat|girlfriend|boyfriend'
const gente =
  'mujer|esposa|marido|esposo|pareja|hijo|hija|madre|padre|hermano|hermana|jefe|jefa|perro|perra|gato|gata|novia|novio'
const many = '(?:no|an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d+)'
const cuantos = '(?:una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|\\d+)'

/** Statements of users about themselves: the whole sentence is the fact. */
const said: readonly RegExp[] = [
  /^my name is \S+/,
  /^i live (?:in|near|with|alone)\b/,
  /^i was born (?:in|on)\b/,
  /^(?:i['’]m|i am) (?:allergic to|intolerant to|vegetarian\b|vegan\b|diabetic\b|coeliac\b|celiac\b|deaf\b|blind\b|left-handed\b|\d{1,3} years old)/,
  /^i (?:work|teach|study) (?:as|at|for|in)\b/,
  new RegExp(
    `^(?:i have|i['’]ve got) ${many} (?:children|kids|sons?|daughters?|child|brothers?|sisters?|dogs?|cats?)\\b`,
  ),
  /^my birthday is\b/,
  new RegExp(`^my (?:${relatives})(?:['’]s name is| is called) \\S+`),
  /^my favou?rite [\p{L} ]+ (?:is|are)\b/u,
  /^i (?:always |usually )?prefer\b/,
  /^i (?:speak|don['’]t eat|do not eat|don['’]t drink|do not drink)\b/,
  /^me llamo \S+/,
  /^mi nombre es \S+/,
  /^(?:yo )?vivo (?:en|con|cerca|sol[oa])\b/,
  /^nac[ií] (?:en|el)\b/,
  /^(?:yo )?soy (?:al[eé]rgic[oa] a|intolerante a|vegetarian[oa]\b|vegan[oa]\b|diab[eé]tic[oa]\b|cel[ií]ac[oa]\b|sord[oa]\b|cieg[oa]\b|zurd[oa]\b)/,
  /^(?:yo )?trabajo (?:de|como|en|para)\b/,
  /^(?:yo )?estudio (?:en|para|\p{L}+)\b/u,
  new RegExp(
    `^(?:yo )?tengo (?:${cuantos} (?:hij[oa]s?|herman[oa]s?|perr[oa]s?|gat[oa]s?)|\\d{1,3} años)(?!\\p{L})`,
    'u',
  ),
  /^mi cumpleaños es\b/,
  new RegExp(`^mi (?:${gente}) se llama \\S+`),
  /^mis? [\p{L} ]+ favorit[oa]s? (?:es|son)\b/u,
  /^(?:yo )?prefiero\b/,
  /^(?:yo )?(?:hablo (?:\p{L}+)|no como\b|no bebo\b)/u,
]

/** Statements with a name, which is recognised by its capital: these patterns match the original sentence. */
const named: readonly RegExp[] = [
  /^(?:[Yy]ou can |[Jj]ust )?[Cc]all me \p{Lu}/u,
  /^[Ii](?:['’]m| am) from \p{Lu}/u,
  /^(?:[Pp]uedes )?[Ll]l[aá]ma(?:me|rme) \p{Lu}/u,
  /^(?:[Yy]o )?[Ss]oy de \p{Lu}/u,
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
