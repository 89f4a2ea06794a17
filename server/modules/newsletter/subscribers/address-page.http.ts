import { html, raw } from 'hono/html'
import type { Language } from '#contract/primitives.ts'
import type { Html } from '../../../http/response/html-page.ts'
import { newsletterPage } from '../newsletter-page.http.ts'
import { ADDRESS_FILE_PATH } from './address-links.ts'
import type { StoredAddress } from './read-address.ts'

const messages = {
  en: {
    ask: 'Do you want the newsletter?',
    askWhy: (email: string) => `Confirm that ${email} shall get the wealth-signals newsletter of Companion.`,
    confirm: 'Yes, send it to me',
    clicks:
      'Count my clicks on links, without storing who clicked. This helps to see what is read; it can be ended here at any time.',
    clicksOn: 'Count my clicks from the next issue on',
    clicksOff: 'No longer count my clicks',
    clicksWhy:
      'With your agreement the links of your next mails lead over this server, which counts them without storing who clicked. Links of mails that you already have stay as they are.',
    clicksSince: 'Clicks on links are counted since',
    title: 'Your address',
    confirmed: 'Done: you get the next issue.',
    stored: 'What is stored about it',
    email: 'Address',
    language: 'Language',
    since: 'Stored since',
    confirmedAt: 'Confirmed',
    notYet: 'not yet',
    bounced: 'Your mail server refused a mail for good',
    mails: 'Issues sent to it',
    download: 'Download it (JSON)',
    getIn: { en: 'Get it in English', es: 'Get it in Spanish' },
    delete: 'Delete this address',
    deleteWhy: 'It is deleted at once and gets no more issues. How many mails were sent stays, without the address.',
    deleted: 'Deleted',
    deletedWhy: 'Your address is deleted here. You get no more issues.',
    ended: 'This link no longer works',
    endedWhy: 'The link is not whole, or the address is not stored here any more.',
    archive: 'All issues',
    languages: { en: 'English', es: 'Spanish' },
  },
  es: {
    ask: '¿Quieres el boletín?',
    askWhy: (email: string) => `Confirma que ${email} recibirá el boletín de señales de riqueza de Companion.`,
    confirm: 'Sí, quiero recibirlo',
    clicks:
      'Contar mis clics en los enlaces, sin guardar quién los hace. Ayuda a ver qué se lee; se puede retirar aquí en cualquier momento.',
    clicksOn: 'Contar mis clics desde el próximo número',
    clicksOff: 'No contar más mis clics',
    clicksWhy:
      'Si lo aceptas, los enlaces de tus próximos mensajes pasan por este servidor, que los cuenta sin guardar quién hizo clic. Los enlaces de los mensajes que ya tienes quedan como están.',
    clicksSince: 'Se cuentan los clics en enlaces desde',
    title: 'Tu dirección',
    confirmed: 'Hecho: recibirás el próximo número.',
    stored: 'Lo que se guarda sobre ella',
    email: 'Dirección',
    language: 'Idioma',
    since: 'Guardada desde',
    confirmedAt: 'Confirmada',
    notYet: 'todavía no',
    bounced: 'Tu servidor de correo rechazó un mensaje definitivamente',
    mails: 'Números que se le enviaron',
    download: 'Descargarlo (JSON)',
    getIn: { en: 'Recibirlo en inglés', es: 'Recibirlo en español' },
    delete: 'Borrar esta dirección',
    deleteWhy: 'Se borra al momento y no recibe más números. Queda cuántos mensajes se enviaron, sin la dirección.',
    deleted: 'Borrada',
    deletedWhy: 'Tu dirección está borrada aquí. No recibirás más números.',
    ended: 'Este enlace ya no funciona',
    endedWhy: 'El enlace no está completo, o la dirección ya no se guarda aquí.',
    archive: 'Todos los números',
    languages: { en: 'Inglés', es: 'Español' },
  },
} as const satisfies Record<Language, unknown>

interface Shown {
  language: Language
  /** The token of the link; the forms post to the same address. */
  token: string
}

/** Asks by a button, because programs open the links of mails too; a confirmed address can be looked at and deleted. */
export function addressPage(stored: StoredAddress | undefined, { language, token }: Shown): Promise<Response> {
  const texts = messages[language]
  if (stored === undefined) return plainPage(language, texts.ended, texts.endedWhy, 404)
  const isConfirmed = stored.confirmed_at !== null && stored.bounced_at === null
  const otherLanguage = stored.language === 'en' ? 'es' : 'en'
  const title = isConfirmed ? texts.title : texts.ask
  const content = html`<h1>${title}</h1>
${
  isConfirmed
    ? html`<p role="status">${texts.confirmed}</p>`
    : html`<p>${texts.askWhy(stored.email)}</p><form method="post">
<p><label class="choice"><input type="checkbox" name="clicks" value="on"${stored.clicks_agreed_at !== null && raw(' checked')}> ${texts.clicks}</label></p>
<button type="submit" name="action" value="confirm">${texts.confirm}</button></form>`
}
<h2>${texts.stored}</h2>
${listOf(stored, language)}
<p><a href="${ADDRESS_FILE_PATH}?token=${token}" download>${texts.download}</a></p>
${
  isConfirmed &&
  html`${button(`to_${otherLanguage}`, texts.getIn[otherLanguage])}
<p>${texts.clicksWhy}</p>${
    stored.clicks_agreed_at === null ? button('count_clicks', texts.clicksOn) : button('end_clicks', texts.clicksOff)
  }`
}
<p>${texts.deleteWhy}</p>${button('delete', texts.delete)}`
  return newsletterPage({ language, title, content, isPublic: false })
}

export function addressDeletedPage(language: Language): Promise<Response> {
  const { deleted, deletedWhy } = messages[language]
  return plainPage(language, deleted, deletedWhy, 200)
}

/** What is stored about an address, as a file. */
export function addressFile(stored: StoredAddress): Response {
  return new Response(`${JSON.stringify(stored, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="companion-newsletter-address.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}

const button = (action: string, label: string): Html =>
  html`<form method="post"><button type="submit" name="action" value="${action}">${label}</button></form>`

function listOf(stored: StoredAddress, language: Language): Html {
  const texts = messages[language]
  const form = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const timeOf = (time: string) => `${form.format(new Date(time))} (UTC)`
  const rows = [
    [texts.email, stored.email],
    [texts.language, texts.languages[stored.language]],
    [texts.since, timeOf(stored.created_at)],
    [texts.confirmedAt, stored.confirmed_at === null ? texts.notYet : timeOf(stored.confirmed_at)],
    ...(stored.bounced_at === null ? [] : [[texts.bounced, timeOf(stored.bounced_at)]]),
    ...(stored.clicks_agreed_at === null ? [] : [[texts.clicksSince, timeOf(stored.clicks_agreed_at)]]),
    [texts.mails, String(stored.mails.filter(({ status }) => status === 'sent').length)],
  ]
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function plainPage(language: Language, title: string, text: string, status: number): Promise<Response> {
  const content = html`<h1>${title}</h1><p role="status">${text}</p>
<p><a href="/newsletter?lang=${language}">${messages[language].archive}</a></p>`
  return newsletterPage({ language, title, content, status, isPublic: false })
}
