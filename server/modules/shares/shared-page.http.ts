import { html, raw } from 'hono/html'
import { API_BASE } from '#contract/endpoint.ts'
import type { Message } from '#contract/objects/chat.ts'
import { axes } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import { renderMarkdown } from '../../providers/markdown/render-markdown.ts'
import type { SharedPage } from './use-cases/read-shared-chat.ts'

type Html = ReturnType<typeof html>

const messages = {
  en: {
    untitled: 'A chat',
    shared: (date: string) => `A chat with Companion, shared on ${date}.`,
    sharedBy: (name: string, date: string) => `A chat with Companion, shared by ${name} on ${date}.`,
    warning: 'Answers are written by an AI and can be wrong.',
    questionHeading: 'Question',
    answered: 'Companion',
    files: (n: number) => (n === 1 ? '1 attached file is not shared' : `${n} attached files are not shared`),
    score: (pcs: number) => `Score ${pcs}`,
    notAssessed: 'Not assessed',
    axes: {
      truth: 'Truth',
      fairness: 'Fairness',
      wisdom: 'Wisdom',
      duty: 'Duty',
      safety: 'Safety',
      liberty: 'Liberty',
    },
    sources: 'Sources',
    stopped: 'This answer was interrupted.',
    ended: 'This link no longer works',
    endedWhy: 'The chat is not shared any more, or the link is not whole.',
    home: 'To Companion',
  },
  es: {
    untitled: 'Un chat',
    shared: (date: string) => `Un chat con Companion, compartido el ${date}.`,
    sharedBy: (name: string, date: string) => `Un chat con Companion, compartido por ${name} el ${date}.`,
    warning: 'Las respuestas las escribe una IA y pueden contener errores.',
    questionHeading: 'Pregunta',
    answered: 'Companion',
    files: (n: number) => (n === 1 ? '1 archivo adjunto no se comparte' : `${n} archivos adjuntos no se comparten`),
    score: (pcs: number) => `Puntuación ${pcs}`,
    notAssessed: 'Sin evaluar',
    axes: {
      truth: 'Verdad',
      fairness: 'Equidad',
      wisdom: 'Sabiduría',
      duty: 'Deber',
      safety: 'Seguridad',
      liberty: 'Libertad',
    },
    sources: 'Fuentes',
    stopped: 'Esta respuesta se interrumpió.',
    ended: 'Este enlace ya no funciona',
    endedWhy: 'El chat ya no se comparte, o el enlace no está completo.',
    home: 'Ir a Companion',
  },
}
type Texts = (typeof messages)[Language]

/** The shared page of a chat, without scripts and without anything of another site; a 404 when the link has ended. */
export async function serveSharedPage(page: SharedPage | undefined, language: Language): Promise<Response> {
  const texts = messages[language]
  if (page === undefined)
    return respond(404, language, texts.ended, html`<h1>${texts.ended}</h1><p>${texts.endedWhy}</p>`)
  const title = page.title || texts.untitled
  const answers = page.messages.filter(({ role }) => role === 'assistant')
  const rendered = await renderMarkdown(answers.map(({ content }) => content))
  const htmlOf = new Map(answers.map(({ id }, index) => [id, rendered[index]]))
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(page.created_at),
  )
  const { author } = page
  const content = html`<h1 dir="auto">${title}</h1>
<p class="by">${author?.photo && html`<img src="${author.photo}" alt="" width="40" height="40">`}<span>${
    author === null ? texts.shared(date) : texts.sharedBy(author.name, date)
  } ${texts.warning}</span></p>
${page.messages.map((message) =>
  message.role === 'user'
    ? question(message, texts)
    : answer(message, { texts, rendered: htmlOf.get(message.id), withScores: page.withScores }),
)}`
  return respond(200, language, title, content)
}

function question({ content, files = [] }: Message, texts: Texts): Html {
  return html`<section class="question"><h2>${texts.questionHeading}</h2>
<p class="plain" dir="auto">${content}</p>
${files.length > 0 && html`<p class="small-print">${texts.files(files.length)}</p>`}</section>
`
}

interface AnswerOptions {
  texts: Texts
  /** Undefined: the text is shown as it was written. */
  rendered: string | undefined
  withScores: boolean
}

function answer(message: Message, { texts, rendered, withScores }: AnswerOptions): Html {
  const { content, status, scores, sources = [] } = message
  return html`<section class="answer"><h2>${texts.answered}</h2>
${rendered === undefined ? html`<p class="plain" dir="auto">${content}</p>` : raw(rendered)}
${status === 'interrupted' && html`<p class="small-print">${texts.stopped}</p>`}
${sources.length > 0 && html`<h3>${texts.sources}</h3><ol>${sources.map(sourceItem)}</ol>`}
${withScores && scores !== null && html`<p class="small-print">${describeScores(scores, texts)}</p>`}</section>
`
}

function sourceItem({ n, url, title, site }: NonNullable<Message['sources']>[number]): Html {
  const isPage = /^https?:\/\//i.test(url) && URL.canParse(url)
  const label = html`${title} (${site})`
  return html`<li value="${n}">${isPage ? html`<a href="${url}" rel="noopener nofollow ugc">${label}</a>` : label}</li>`
}

function describeScores(scores: NonNullable<Message['scores']>, texts: Texts): string {
  const total = scores.pcs === null ? texts.notAssessed : texts.score(scores.pcs)
  return [total, ...axes.map((axis) => `${texts.axes[axis]} ${scores[axis] ?? '–'}`)].join(' · ')
}

/** `no-store`: no cache may show a page after its owner has ended the share. */
async function respond(status: number, language: Language, title: string, content: Html): Promise<Response> {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${title} · Companion</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${API_BASE}/docs.css">
</head>
<body class="shared">
<main>
${content}
</main>
<footer><a href="/">${messages[language].home}</a></footer>
</body>
</html>
`
  return new Response(String(await page), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
}
