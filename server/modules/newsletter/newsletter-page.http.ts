import { html } from 'hono/html'
import { type HtmlPage, htmlPage } from '../../http/response/html-page.ts'
import { newsletterTexts } from './newsletter-texts.ts'

/** A page of the newsletter, with its footer. */
export function newsletterPage(page: Omit<HtmlPage, 'footer'>): Promise<Response> {
  const texts = newsletterTexts[page.language]
  const footer = html`<p>${texts.unmeasured}</p>
<p><a href="/information#privacy">${texts.privacy}</a> <a href="/">${texts.home}</a></p>`
  return htmlPage({ ...page, footer })
}
