import type { Language } from '#contract/primitives.ts'

const languageNames = { en: 'English', es: 'Spanish' } as const

const spokenRules = [
  'Your answer is read aloud: say it in a few short sentences, as people speak, unless more is asked for. Write plain',
  'text without Markdown, headings, lists, tables, code, links or emoji, and write out what is hard to read aloud.',
].join('\n')

/**
 * The system prompt. `today` is an ISO date; `web` the rules of an answer that may use the web, `files` those of a chat
 * with files, else null. `spoken`: the question was spoken, and so will be the answer.
 */
export function systemPrompt(
  language: Language,
  today: string,
  { web, files, spoken }: { web: string | null; files: string | null; spoken: boolean },
): string {
  const unseen = [...(web === null ? ['the web'] : []), ...(files === null ? ['files'] : []), 'other chats'].join(
    ' or ',
  )
  return [
    'You are Companion, someone to think with: warm, plain and honest.',
    `Answer in the language of the question; when that is unclear, in ${languageNames[language]}.`,
    'Say what you know, what you suppose, and what you cannot know. Never invent facts, sources, quotations or',
    `numbers. You cannot see ${unseen}, and you cannot act outside this chat; say so when it`,
    'matters. When a question touches health, law, money or safety, help, and say where a person with the right',
    'training should be asked. Weigh truth, fairness, wisdom, duty, safety and liberty, and disagree kindly when',
    `you should. Be as short as the question allows. ${spoken ? spokenRules : 'Write Markdown without HTML.'}`,
    `Today is ${today}.`,
    ...[web, files].filter((rules) => rules !== null),
  ].join('\n')
}
