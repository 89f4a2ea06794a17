import type { Source } from '#contract/objects/chat.ts'
import type { Language } from '#contract/primitives.ts'

const spanish = /[¿¡ñáéíóú]|\b(qué|que|cómo|como|por|para|una?|los?|las?|el|de|hola|gracias|puedo|debo|quiero)\b/i
const english = /\b(what|how|why|the|is|are|and|you|can|should|hello|hi|thanks|my|to|of)\b/i

/** The question's language if it can be detected; else `fallback`. */
function languageOf(question: string, fallback: Language): Language {
  const es = spanish.test(question)
  const en = english.test(question)
  return es === en ? fallback : es ? 'es' : 'en'
}

const texts = {
  en: {
    intro:
      'I am the built-in **practice assistant**: no model is connected, so I can show you how this works, but I know nothing.',
    toQuestion: 'You asked',
    wrote: 'You wrote',
    again: (n: number) => `This is question ${n} of our chat.`,
    list: [
      'What do you already know about it, and how sure are you?',
      'Who else does it touch?',
      'What would change your mind?',
    ],
    lead: 'A way to think about it, with any helper:',
    found: (numbers: string) => `The web search found pages for it, which I cannot read: ${numbers}.`,
    close: 'Whoever runs this server can connect a real model; the README says how.',
    reason: (topic: string) =>
      `The words that seem to matter are: ${topic}. I cannot know more than that, so I will say so and offer questions.`,
    none: 'none',
  },
  es: {
    intro:
      'Soy el **asistente de práctica** incluido: no hay ningún modelo conectado, así que puedo enseñarte cómo funciona esto, pero no sé nada.',
    toQuestion: 'Has preguntado',
    wrote: 'Has escrito',
    again: (n: number) => `Esta es la pregunta ${n} de nuestro chat.`,
    list: [
      '¿Qué sabes ya de esto, y cuánta seguridad tienes?',
      '¿A quién más afecta?',
      '¿Qué te haría cambiar de opinión?',
    ],
    lead: 'Una forma de pensarlo, con cualquier ayuda:',
    found: (numbers: string) => `La búsqueda en la web encontró páginas, que no puedo leer: ${numbers}.`,
    close: 'Quien lleva este servidor puede conectar un modelo de verdad; el README dice cómo.',
    reason: (topic: string) =>
      `Las palabras que parecen importar son: ${topic}. No puedo saber más que eso, así que lo diré y propondré preguntas.`,
    none: 'ninguna',
  },
} as const

/** A Markdown answer; two of three contain a list. `count` is the number of questions so far. */
export function practiceAnswer(
  question: string,
  count: number,
  fallback: Language,
  sources: readonly Source[] = [],
): string {
  const messages = texts[languageOf(question, fallback)]
  const verb = question.includes('?') ? messages.toQuestion : messages.wrote
  const parts = [messages.intro, `${verb}:\n\n${quote(question)}`]
  if (count > 1) parts.push(messages.again(count))
  if (numberOf(question) % 3 !== 0)
    parts.push(`${messages.lead}\n\n${messages.list.map((line) => `- ${line}`).join('\n')}`)
  if (sources.length > 0) parts.push(messages.found(sources.map(({ n }) => `[${n}]`).join(', ')))
  parts.push(messages.close)
  return parts.join('\n\n')
}

/** Empty for half of the questions, so that both layouts can be seen. */
export function practiceReasoning(question: string, fallback: Language): string {
  if (numberOf(question) % 2 !== 0) return ''
  const messages = texts[languageOf(question, fallback)]
  const topic = [...new Set(question.match(/\p{L}{5,}/gu) ?? [])].slice(0, 4).join(', ')
  return messages.reason(topic === '' ? messages.none : topic)
}

function quote(question: string): string {
  const short = question.length > 280 ? `${question.slice(0, 279).toWellFormed()}…` : question
  return short
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** A stable hash of the question. */
function numberOf(question: string): number {
  let sum = 0
  for (const character of question) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum
}
