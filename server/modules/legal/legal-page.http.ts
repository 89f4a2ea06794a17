import { html, raw } from 'hono/html'
import { legalDocuments } from '#contract/objects/legal/legal-text.ts'
import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../config/config.ts'
import { htmlPage } from '../../http/response/html-page.ts'
import { LEGAL_PATH } from './draft-token.mappers.ts'
import { legalTexts } from './legal-texts.ts'
import type { LegalPage } from './use-cases/read-page.ts'

/** Terms, privacy policy or imprint, without scripts; undefined: a page that says that there is none. */
export function legalPage(page: LegalPage | undefined, config: Config, language: Language): Promise<Response> {
  const texts = legalTexts[language]
  if (page === undefined) {
    return htmlPage({
      ...{ language, title: texts.missing, content: html`<h1>${texts.missing}</h1>`, isPublic: true, status: 404 },
      footer: footerIn(language),
    })
  }
  const { document, content, state, version, publishedAt, newest, others } = page
  const here = `${LEGAL_PATH}${document}?lang=${language}`
  const operator = document === 'imprint' ? operatorOf(config, language) : null
  const warning = warningOf(page, operator !== null, language)
  const body = html`<h1>${texts[document]}</h1>
${publishedAt !== null && html`<p class="small-print">${texts.version(version, dateOf(publishedAt, language))}</p>`}
${newest !== null && html`<p class="aside">${texts.older} <a href="${here}">${texts.newest}</a></p>`}
${warning !== null && html`<p class="aside">${warning}</p>`}
${operator}${raw(content)}
${document === 'privacy' && html`<p><a href="/information#privacy">${texts.facts}</a></p>`}
${
  others.length > 0 &&
  html`<nav><h2>${texts.others}</h2><ul>${others.map(
    (other) =>
      html`<li><a href="${here}&amp;version=${other.version}">${texts.version(other.version, dateOf(other.publishedAt, language))}</a></li>`,
  )}</ul></nav>`
}`
  const elsewhere = language === 'en' ? 'es' : 'en'
  return htmlPage({
    ...{ language, title: texts[document], content: body, isPublic: state !== 'preview' },
    otherLanguage: state === 'preview' ? undefined : `${LEGAL_PATH}${document}?lang=${elsewhere}`,
    footer: footerIn(language),
  })
}

function warningOf({ document, state, content }: LegalPage, hasOperator: boolean, language: Language): string | null {
  const texts = legalTexts[language]
  if (state === 'preview') return texts.preview
  if (state === 'published') return null
  if (document !== 'imprint') return texts.shipped
  return hasOperator || content !== '' ? null : texts.noImprint
}

function operatorOf({ legal: { operator } }: Config, language: Language) {
  const { name, address, email } = operator
  const texts = legalTexts[language]
  if (name === null && address === null && email === null) return null
  return html`<p>${name !== null && html`<strong>${name}</strong><br>`}${address !== null && html`${address}<br>`}${
    email !== null && html`${texts.email}: <a href="mailto:${email}">${email}</a>`
  }</p>
`
}

const footerIn = (language: Language) => {
  const texts = legalTexts[language]
  return html`<p>${legalDocuments.map(
    (document) => html`<a href="${LEGAL_PATH}${document}?lang=${language}">${texts[document]}</a> `,
  )}<a href="/">${texts.home}</a></p>`
}

const dateOf = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
