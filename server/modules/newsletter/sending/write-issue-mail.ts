import { convert } from 'html-to-text'
import type { IssueVersion } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../../config/config.ts'
import type { Mail } from '../../../providers/mail/mailer.ts'
import { unsubscribeHeaders, unsubscribeLabel } from '../../accounts/email/mails/newsletter.ts'
import { type Reader, unsubscribeUrl } from '../../accounts/email/unsubscribe-token.ts'
import { colors, fonts } from '../../mails/mail-style.ts'
import { renderMail } from '../../mails/render-mail.ts'
import { issueUrl } from '../archive/archive-urls.ts'
import { IMAGES_PATH, renderIssue } from '../render-issue.ts'
import { subscriberAddressUrl } from '../subscribers/address-links.ts'

const messages = {
  en: {
    online: 'Read this issue on the web',
    why: 'You get this mail because you asked for the newsletter of Companion.',
    pixel: 'It has no tracking pixel, and its links are not counted.',
    counted: 'It has no tracking pixel. You agreed that clicks on its links are counted; who clicked is not stored.',
    end: 'No longer count my clicks',
  },
  es: {
    online: 'Leer este número en la web',
    why: 'Recibes este mensaje porque pediste el boletín de Companion.',
    pixel: 'No lleva ningún píxel de seguimiento y sus enlaces no se cuentan.',
    counted:
      'No lleva ningún píxel de seguimiento. Aceptaste que se cuenten los clics en sus enlaces; no se guarda quién los hizo.',
    end: 'No contar más mis clics',
  },
}

/** The body of an issue in a mail, shared by all readers of a language with the same choice about counted clicks. */
export interface IssueBody {
  html: string
  text: string
}

export const renderMailBody = async (config: Pick<Config, 'publicUrl'>, markdown: string): Promise<IssueBody> =>
  toMailBody(config, await renderIssue(markdown))

/**
 * Makes the body of a mail from the HTML of an issue. Mail programs cannot resolve addresses without a host, and many
 * ignore style sheets, so each element has its own style.
 */
export function toMailBody({ publicUrl }: Pick<Config, 'publicUrl'>, rendered: string): IssueBody {
  const html = rendered.replaceAll(`src="${IMAGES_PATH}`, `src="${publicUrl}${IMAGES_PATH}`)
  const text = convert(html, {
    wordwrap: 76,
    selectors: [
      ...['h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] as [string, string] } },
      { selector: 'table', format: 'dataTable' },
      { selector: 'img', format: 'skip' },
    ],
  })
  return { html: withStyles(html), text }
}

const { ink, soft, border, accent } = colors
const text = `font:16px/1.6 ${fonts.text};color:${ink}`
const heading = (size: number) => `margin:24px 0 12px;font:500 ${size}px/1.3 ${fonts.heading};color:${ink}`
const list = `margin:0 0 16px;padding:0 0 0 24px;${text}`
const cell = `padding:8px;border:1px solid ${border};font:15px/1.4 ${fonts.text};color:${ink};text-align:left`
const code = 'font-family:ui-monospace,Consolas,monospace;font-size:14px'

/** Inline styles by tag; the style sheet for dark screens uses the classes. */
const styles: Readonly<Record<string, { class: string; style: string }>> = {
  p: { class: 'ink', style: `margin:0 0 16px;${text}` },
  h2: { class: 'ink', style: heading(22) },
  h3: { class: 'ink', style: heading(19) },
  h4: { class: 'ink', style: heading(17) },
  h5: { class: 'ink', style: heading(16) },
  h6: { class: 'ink', style: heading(16) },
  ul: { class: 'ink', style: list },
  ol: { class: 'ink', style: list },
  blockquote: {
    class: 'soft border',
    style: `margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${border};color:${soft}`,
  },
  pre: {
    class: 'ink border',
    style: `margin:0 0 16px;padding:12px;border:1px solid ${border};white-space:pre-wrap;${code}`,
  },
  code: { class: 'ink', style: code },
  hr: { class: 'border', style: `margin:24px 0;border:0;border-top:1px solid ${border}` },
  table: { class: 'ink', style: 'width:100%;margin:0 0 16px;border-collapse:collapse' },
  th: { class: 'ink border', style: cell },
  td: { class: 'ink border', style: cell },
  a: { class: 'accent', style: `color:${accent}` },
  img: { class: 'picture', style: 'display:block;max-width:100%;height:auto;border:0;border-radius:8px' },
}

/** Every tag is one that the renderer wrote, because it escapes those of the text. */
const withStyles = (html: string): string =>
  html.replace(/<([a-z]+\d?)(?=[ >])/g, (tag, name: string) => {
    const style = styles[name]
    return style === undefined ? tag : `${tag} class="${style.class}" style="${style.style}"`
  })

interface IssueMail {
  email: string
  /** Null for a test mail, which has no link to unsubscribe. */
  reader: Reader | null
  /** Whether the links of the body count clicks. */
  countsClicks?: boolean
  language: Language
  version: IssueVersion
  body: IssueBody
  issue: { id: number; slug: string | null }
}

export async function writeIssueMail(config: Config, mail: IssueMail): Promise<Mail> {
  const { email, reader, countsClicks = false, language, version, body, issue } = mail
  const { online, why, pixel, counted, end } = messages[language]
  const url = reader === null ? null : unsubscribeUrl(config, reader, { language, issue: issue.id })
  const links = [
    ...(issue.slug === null ? [] : [{ label: online, url: issueUrl(config.publicUrl, issue.slug, language) }]),
    ...(countsClicks && reader !== null ? [{ label: end, url: choiceUrl(config, reader, language) }] : []),
    ...(url === null ? [] : [{ label: unsubscribeLabel[language], url }]),
  ]
  const content = await renderMail(email, {
    language,
    subject: version.subject,
    preview: version.preview,
    paragraphs: [],
    body,
    notes: [],
    footer: [
      why,
      countsClicks ? counted : pixel,
      ...(config.newsletter.address === null ? [] : [config.newsletter.address]),
    ],
    footerLinks: links,
  })
  const host = new URL(config.publicUrl).hostname
  return {
    ...content,
    headers: { 'List-Id': `Companion <newsletter.${host}>`, ...(url === null ? {} : unsubscribeHeaders(url)) },
  }
}

/** Where a reader ends the count of their clicks. */
const choiceUrl = (config: Config, reader: Reader, language: Language): string =>
  'userId' in reader
    ? `${config.publicUrl}/settings?section=general`
    : subscriberAddressUrl(config, reader.subscriberId, language)
