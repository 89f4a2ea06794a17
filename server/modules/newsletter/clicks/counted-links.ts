import type { Config } from '../../../config/config.ts'
import { readSignedName, signName } from '../../../lib/link-token.ts'

/** The beginning of the path of a link whose clicks are counted. */
export const LINKS_PATH = '/newsletter/links'

/**
 * The address that counts and then leads to the link. It is the same for all readers, so it cannot tell who clicked;
 * the signature stops others from counting up links whose mails they never got.
 */
export const countedUrl = ({ publicUrl, tokenSecret }: Pick<Config, 'publicUrl' | 'tokenSecret'>, linkId: number) =>
  `${publicUrl}${LINKS_PATH}/${signName(tokenSecret, 'click', `l${linkId}`)}`

/** The id of the link; undefined for a forged token. */
export function readLinkToken(tokenSecret: string, token: string): number | undefined {
  const name = readSignedName(tokenSecret, 'click', token)
  return name === undefined ? undefined : Number(name.slice(1))
}

const webLink = /<a href="(https?:[^"]*)"/g

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
/** The renderer escapes these five. */
const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (found) => characters[found] ?? '')

/** The addresses of web pages to which rendered texts link, each once, in their order. */
export function linksIn(htmls: readonly string[]): string[] {
  const found = htmls.flatMap((html) => [...html.matchAll(webLink)].map(([, href = '']) => unescapeHtml(href)))
  return [...new Set(found)]
}

/** The same text with other addresses of its links to web pages; one without another address stays. */
export function replaceLinks(html: string, urls: ReadonlyMap<string, string>): string {
  return html.replace(webLink, (tag, href: string) => {
    const url = urls.get(unescapeHtml(href))
    return url === undefined ? tag : `<a href="${url}"`
  })
}
