import { html, raw } from 'hono/html'
import { Language } from '#contract/primitives.ts'
import type { Html } from '../../../http/response/html-page.ts'
import { newsletterPage } from '../newsletter-page.http.ts'
import { newsletterTexts } from '../newsletter-texts.ts'
import { renderIssue } from '../render-issue.ts'
import { archiveUrl, feedUrl, issueUrl } from './archive-urls.ts'
import type { ArchivedIssue } from './read-archive.ts'

/** What became of the form of the page. */
export type FormState = 'linkSent' | 'invalid' | 'tooMany'

interface Reader {
  publicUrl: string
  language: Language
}

interface ArchiveOptions extends Reader {
  /** Undefined where this server cannot send a newsletter: then there is no form. */
  form: { state?: FormState | undefined; email?: string } | undefined
}

const statuses: Readonly<Record<FormState, number>> = { linkSent: 200, invalid: 400, tooMany: 429 }
/** An image of the issue itself; others would be another site's. */
const ownImage = /\((\/api\/v1\/newsletter\/images\/[\w.-]+)/

/** The list of issues, with the form for addresses without an account. */
export function archivePage(issues: readonly ArchivedIssue[], { publicUrl, language, form }: ArchiveOptions) {
  const texts = newsletterTexts[language]
  const content = html`<h1>${texts.title}</h1>
<p class="by">${texts.about}</p>
${form && subscribeForm(form, language)}
${
  issues.length === 0
    ? html`<p>${texts.none}</p>`
    : html`<ol class="issues">${issues.map(
        (
          issue,
        ) => html`<li><h2 lang="${issue.language}"><a href="${issuePath(issue, language)}">${issue.subject}</a></h2>
<p class="small-print">${timeOf(issue, language)}</p>
<p lang="${issue.language}">${issue.preview}</p></li>
`,
      )}</ol>
<p><a href="${feedUrl('', language)}" type="application/rss+xml">RSS</a></p>`
}`
  const head = headOf({
    title: texts.title,
    description: texts.about,
    type: 'website',
    image: `${publicUrl}/share.png`,
    urlIn: (wanted) => archiveUrl(publicUrl, wanted),
    languages: Language.options,
    reader: { publicUrl, language },
  })
  return newsletterPage({
    ...{ language, title: texts.title, content, head, isPublic: true },
    otherLanguage: archiveUrl('', language === 'en' ? 'es' : 'en'),
    status: form?.state === undefined ? 200 : statuses[form.state],
  })
}

/** One issue; a 404 without it. */
export async function issuePage(
  issue: (ArchivedIssue & { body: string }) | undefined,
  { publicUrl, language }: Reader,
) {
  const texts = newsletterTexts[language]
  const back = html`<p><a href="${archiveUrl('', language)}">${texts.all}</a></p>`
  if (issue === undefined) {
    const content = html`<h1>${texts.missing}</h1><p>${texts.missingWhy}</p>${back}`
    return newsletterPage({ language, title: texts.missing, content, status: 404, isPublic: false })
  }
  const { slug, subject, preview, body } = issue
  const content = html`<article lang="${issue.language}"><h1>${subject}</h1>
<p class="small-print" lang="${language}">${timeOf(issue, language)}${
    issue.language !== language && html` · ${texts.only[issue.language]}`
  }</p>
${raw(headingsFromTwo(await renderIssue(body)))}</article>
${back}`
  const image = ownImage.exec(body)?.[1] ?? '/share.png'
  const head = headOf({
    title: subject,
    description: preview,
    type: 'article',
    image: publicUrl + image,
    urlIn: (wanted) => issueUrl(publicUrl, slug, wanted),
    languages: issue.languages,
    reader: { publicUrl, language: issue.language },
  })
  const other = issue.languages.find((one) => one !== language)
  return newsletterPage({
    ...{ language, title: subject, content, head, isPublic: true },
    ...(other !== undefined && issue.language === language && { otherLanguage: issueUrl('', slug, other) }),
  })
}

/** Authors begin with any level of headings; below the one of the page the levels must not skip the second. */
function headingsFromTwo(body: string): string {
  const levels = [...body.matchAll(/<h([2-6])>/g)].map(([, level]) => Number(level))
  const surplus = Math.min(...levels) - 2
  return body.replaceAll(/(<\/?h)([2-6])>/g, (_tag, start, level) => `${start}${Number(level) - surplus}>`)
}

const issuePath = ({ slug }: ArchivedIssue, language: Language): string => issueUrl('', slug, language)

function timeOf({ started_at }: ArchivedIssue, language: Language): Html {
  const form = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return html`<time datetime="${started_at}">${form.format(new Date(started_at))}</time>`
}

/** Also without scripts: a form that is posted to the page's own address. */
function subscribeForm({ state, email = '' }: NonNullable<ArchiveOptions['form']>, language: Language): Html {
  const texts = newsletterTexts[language]
  if (state === 'linkSent') return html`<p class="box" role="status">${texts.linkSent}</p>`
  const isInvalid = state === 'invalid'
  return html`<form class="box" method="post" action="${archiveUrl('', language)}">
<h2>${texts.subscribe}</h2>
<label for="email">${texts.email}</label>
<p class="row"><input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${email}" aria-describedby="how${
    isInvalid && ' wrong'
  }"${isInvalid && raw(' aria-invalid="true"')}><button type="submit">${texts.button}</button></p>
${state && html`<p class="wrong" id="wrong" role="alert">${texts[state]}</p>`}
<p class="small-print" id="how">${texts.how}</p></form>`
}

interface Head {
  title: string
  description: string
  type: 'website' | 'article'
  image: string
  urlIn: (language: Language) => string
  languages: readonly Language[]
  reader: Reader
}

/** Open Graph, for link previews, and the same page in each of its languages, for search engines. */
function headOf({ title, description, type, image, urlIn, languages: available, reader }: Head): Html {
  const { publicUrl, language } = reader
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${urlIn(language)}">
${available.map((one) => html`<link rel="alternate" hreflang="${one}" href="${urlIn(one)}">\n`)}<link rel="alternate" type="application/rss+xml" title="${newsletterTexts[language].title}" href="${feedUrl(publicUrl, language)}">
<meta property="og:site_name" content="Companion">
<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${urlIn(language)}">
<meta property="og:image" content="${image}">
<meta property="og:locale" content="${language === 'en' ? 'en_US' : 'es_ES'}">
<meta name="twitter:card" content="summary_large_image">
`
}
