import { html, raw } from 'hono/html'
import type { Language } from '#contract/primitives.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { colors, darkStyle, fonts } from './mail-style.ts'

type Html = ReturnType<typeof html>

interface Link {
  label: string
  url: string
}

/** The content of a mail, from which its HTML and its text are rendered. */
export interface MailContent {
  language: Language
  subject: string
  /** The preview that mail programs show beside the subject. */
  preview: string
  paragraphs: readonly string[]
  /** Shown below the paragraphs: HTML that is safe and is not escaped, and the same content as text. */
  body?: { html: string; text: string }
  /** Labels and their values, below the paragraphs. */
  details?: readonly (readonly [string, string])[]
  button?: Link
  /** Small print below the button. */
  notes: readonly string[]
  /** Lines. */
  footer: string | readonly string[]
  footerLinks?: readonly Link[]
}

const messages = {
  en: { pasteLink: 'If the button does nothing, open this address:' },
  es: { pasteLink: 'Si el botón no hace nada, abre esta dirección:' },
}

/** Renders a mail: all content except `body` is escaped. One column, inline styles, no external resources. */
export async function renderMail(to: string, content: MailContent): Promise<Mail> {
  return { to, subject: content.subject, text: asText(content), html: String(await asHtml(content)) }
}

function asText({
  subject,
  paragraphs,
  body: content,
  details,
  button,
  notes,
  footer,
  footerLinks = [],
}: MailContent): string {
  const link = ({ label, url }: Link) => `${label}:\n${url}`
  const list = details?.map(([label, value]) => `${label}: ${value}`).join('\n')
  const body = [
    subject,
    ...paragraphs,
    ...(content ? [content.text] : []),
    ...(list ? [list] : []),
    ...(button ? [link(button)] : []),
    ...notes,
  ]
  const end = ['-- ', 'Companion', ...[footer].flat(), ...footerLinks.map(link)]
  return `${body.join('\n\n')}\n\n${end.join('\n')}\n`
}

function asHtml({
  language,
  subject,
  preview,
  paragraphs,
  body,
  details,
  button,
  notes,
  footer,
  footerLinks = [],
}: MailContent): Html {
  const { ink, soft, border, paper, raised, accent } = colors
  const paragraph = `margin:0 0 16px;font:16px/1.6 ${fonts.text};color:${ink}`
  const small = `margin:0 0 12px;font:14px/1.6 ${fonts.text};color:${soft}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${darkStyle()}
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;text-align:left">
<tr><td class="accent" style="padding:0 0 16px;font:20px/1.2 ${fonts.heading};color:${accent}"><span aria-hidden="true">&#x2B22;&#xFE0E;</span> Companion</td></tr>
<tr><td class="raised" style="padding:32px 24px;background:${raised};border:1px solid ${border};border-radius:10px">
<h1 class="ink" style="margin:0 0 16px;font:500 26px/1.25 ${fonts.heading};color:${ink}">${subject}</h1>
${paragraphs.map((text) => html`<p class="ink" style="${paragraph}">${text}</p>\n`)}
${body && raw(body.html)}
${details && detailsHtml(details)}
${button && buttonHtml(button)}
${notes.map((text) => html`<p class="soft" style="${small}">${text}</p>\n`)}
${button && html`<p class="soft" style="${small};margin:0">${messages[language].pasteLink}<br><a class="accent" href="${button.url}" style="color:${accent};word-break:break-all">${button.url}</a></p>`}
</td></tr>
<tr><td style="padding:16px 24px"><p class="soft" style="${small};font-size:13px">${[footer].flat().map((line, index) => html`${index > 0 && html`<br>`}${line}`)}${footerLinks.map(({ label, url }) => html`<br><a class="accent" href="${url}" style="color:${accent}">${label}</a>`)}</p></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function detailsHtml(details: NonNullable<MailContent['details']>): Html {
  const { ink, soft, border } = colors
  const cell = `padding:8px 0;border-bottom:1px solid ${border};vertical-align:top;font:15px/1.4 ${fonts.text}`
  const rows = details.map(
    ([label, value]) =>
      html`<tr><td class="soft border" style="${cell};padding-right:16px;color:${soft}">${label}</td><td class="ink border" align="right" style="${cell};font-weight:600;color:${ink}">${value}</td></tr>\n`,
  )
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${rows}</table>`
}

function buttonHtml({ label, url }: Link): Html {
  const { accent, raised } = colors
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="button" style="background:${accent};border-radius:10px"><a class="button" href="${url}" style="display:inline-block;border-radius:10px;padding:12px 24px;font:600 16px/20px ${fonts.text};color:${raised};text-decoration:none">${label}</a></td></tr></table>`
}
